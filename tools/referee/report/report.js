// The replay. Knows no rules: every ply in the data says all it does (see replay_data.h).
'use strict';
(() => {
  const CELL = 50, EDGE = 12, FILES = 4, RANKS = 8;
  const GLYPHS = {
    K: '帥', G: '仕', M: '相', R: '俥', N: '傌', C: '炮', P: '兵',
    k: '將', g: '士', m: '象', r: '車', n: '馬', c: '包', p: '卒',
  };
  const WORDS = {k: 'general', g: 'advisor', m: 'elephant', r: 'chariot', n: 'horse', c: 'cannon',
                 p: 'soldier'};
  const PAGE = 10; // plies that Page Up and Page Down go

  const byId = (id) => document.getElementById(id);
  const data = JSON.parse(byId('data').textContent);
  let game = null, ply = 0;

  const isRed = (letter) => letter < 'a';
  const sideOf = (letter) => (isRed(letter) ? 'r' : 'b');
  const sideWord = (side) => ({r: 'red', b: 'black', '?': 'no colour yet'})[side];
  const pieceWord = (letter) => `${isRed(letter) ? 'red' : 'black'} ${WORDS[letter.toLowerCase()]}`;
  const squareName = (square) => 'abcd'[Math.floor(square / RANKS)] + (square % RANKS + 1);
  const squareOf = (name) => (name.charCodeAt(0) - 97) * RANKS + Number(name[1]) - 1;

  // Plays one ply on `at` and says in words what it was.
  function step(at, text) {
    const from = squareOf(text), captured = at.captured;
    let words;
    if (text[2] === '=') {
      const piece = text[3];
      if (at.side === '?') at.side = sideOf(piece);
      at.board[from] = piece;
      at.last = [from];
      words = `turns over ${squareName(from)}: ${pieceWord(piece)}`;
    } else {
      const to = squareOf(text.slice(2)), piece = at.board[from], taken = at.board[to];
      const vanishes = text[4] === '*';
      words = `${pieceWord(piece)} ${squareName(from)} to ${squareName(to)}`;
      if (taken !== '-') {
        captured.push(taken);
        words += `, takes ${pieceWord(taken)}`;
      }
      if (vanishes) {
        captured.push(piece);
        words += ' and is removed too';
      }
      at.board[to] = vanishes ? '-' : piece;
      at.board[from] = '-';
      at.last = [from, to];
    }
    at.side = at.side === 'r' ? 'b' : 'r';
    return words;
  }

  function positionAfter(count) {
    const at = {board: [...game.board], side: game.side, captured: [], last: [], words: ''};
    for (let i = 0; i < count; ++i) at.words = step(at, game.moves[i]);
    return at;
  }

  // The colour of the first seat, or '?'.
  function firstColour() {
    if (game.side !== '?' || game.moves.length === 0) return game.side;
    return sideOf(game.moves[0][3]);
  }

  const mover = (count) => data.names[game.seats[count % 2]];

  function result() {
    if (game.result === 'draw') return `draw, ${game.reason}`;
    return `${data.names[game.seats[game.result === 'first' ? 0 : 1]]} wins, ${game.reason}`;
  }

  function svg(parent, tag, attributes, text) {
    const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    if (text !== undefined) element.textContent = text;
    parent.append(element);
    return element;
  }

  function html(parent, tag, text, attributes = {}) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.textContent = text;
    parent.append(element);
    return element;
  }

  // Without a Chinese font every character is drawn as the same box.
  function hasChineseFont() {
    const pixels = (glyph) => {
      const canvas = document.createElement('canvas');
      canvas.width = canvas.height = 24;
      const context = canvas.getContext('2d');
      context.font = '20px serif';
      context.fillText(glyph, 2, 20);
      return context.getImageData(0, 0, 24, 24).data.join();
    };
    return pixels(GLYPHS.K) !== pixels(GLYPHS.p);
  }

  const lettersOnly = () => byId('letters').checked;

  const left = (square) => EDGE + CELL * Math.floor(square / RANKS);
  const top = (square) => CELL * (RANKS - 1 - square % RANKS) + 2;

  // Corners of an octagon around (0, 0).
  function octagon(radius) {
    const points = [];
    for (let i = 0; i < 8; ++i) {
      const angle = (i + 0.5) * Math.PI / 4;
      points.push(`${(radius * Math.cos(angle)).toFixed(1)},${(radius * Math.sin(angle)).toFixed(1)}`);
    }
    return points.join(' ');
  }

  // Red pieces are round, black ones have eight corners and a second outline.
  function drawPiece(board, square, letter) {
    const kind = letter === 'X' ? 'down' : isRed(letter) ? 'red' : 'black';
    const centre = `translate(${left(square) + CELL / 2} ${top(square) + CELL / 2})`;
    const group = svg(board, 'g', {class: `piece ${kind}`, transform: centre});
    if (kind === 'black') {
      svg(group, 'polygon', {points: octagon(22)});
      svg(group, 'polygon', {class: 'inner', points: octagon(19)});
    } else {
      svg(group, 'circle', {r: 21});
    }
    if (kind === 'down') {
      svg(group, 'path', {class: 'inner', d: 'M0-12 12 0 0 12-12 0Z'});
    } else if (lettersOnly()) {
      svg(group, 'text', {y: 8, class: 'glyph'}, letter);
    } else {
      svg(group, 'text', {y: 5, class: 'glyph'}, GLYPHS[letter]);
      svg(group, 'text', {y: 16, class: 'letter'}, letter);
    }
  }

  function describe(at) {
    const places = [];
    at.board.forEach((letter, square) => {
      if (/[a-z]/i.test(letter) && letter !== 'X') {
        places.push(`${squareName(square)} ${pieceWord(letter)}`);
      }
    });
    const down = at.board.filter((letter) => letter === 'X').length;
    return `${places.join(', ') || 'No piece face up'}; ${down} face down.`;
  }

  function drawBoard(at) {
    const board = byId('board');
    board.replaceChildren();
    svg(board, 'title', {}, `Board after ply ${ply}`);
    svg(board, 'desc', {}, describe(at));
    board.setAttribute('aria-label', `Board after ply ${ply}: ${describe(at)}`);
    at.board.forEach((letter, square) => {
      const last = at.last.includes(square) ? ' last' : '';
      const kind = letter === '#' ? 'missing' : 'square';
      svg(board, 'rect', {class: kind + last, x: left(square), y: top(square), width: CELL,
                          height: CELL});
    });
    at.board.forEach((letter, square) => {
      if (letter !== '-' && letter !== '#') drawPiece(board, square, letter);
    });
    for (const square of at.last) {
      svg(board, 'rect', {class: 'mark', x: left(square) + 1.5, y: top(square) + 1.5,
                          width: CELL - 3, height: CELL - 3});
    }
    for (let rank = 0; rank < RANKS; ++rank) {
      svg(board, 'text', {class: 'edge', x: 5, y: top(rank) + CELL / 2 + 4}, rank + 1);
    }
    for (let file = 0; file < FILES; ++file) {
      svg(board, 'text', {class: 'edge', x: left(file * RANKS) + CELL / 2, y: RANKS * CELL + 16},
          'abcd'[file]);
    }
  }

  function sentence(at) {
    const next = `${mover(ply)} to move, ${sideWord(at.side)}.`;
    const end = ply === game.moves.length ? `End: ${result()}.` : next;
    return ply === 0 ? `Start. ${end}` : `${mover(ply - 1)}: ${at.words}. ${end}`;
  }

  function showCaptured(captured) {
    const list = byId('captured');
    list.replaceChildren();
    if (captured.length === 0) list.textContent = 'none';
    for (const letter of [...captured].sort((a, b) => isRed(b) - isRed(a))) {
      const text = lettersOnly() ? letter : GLYPHS[letter];
      html(list, 'span', text, {class: `chip ${isRed(letter) ? 'red' : 'black'}`, role: 'img',
                                'aria-label': pieceWord(letter), title: pieceWord(letter)});
    }
  }

  function markPly() {
    const list = byId('plies');
    for (const entry of list.querySelectorAll('[aria-current]')) entry.removeAttribute('aria-current');
    if (ply === 0) {
      list.scrollTop = 0;
      return;
    }
    const entry = list.children[ply - 1];
    entry.setAttribute('aria-current', 'step');
    list.scrollTop = entry.offsetTop - list.offsetTop - list.clientHeight / 2;
  }

  function show() {
    const at = positionAfter(ply);
    drawBoard(at);
    byId('counter').textContent = `Ply ${ply} of ${game.moves.length}.`;
    const time = ply > 0 && game.times ? game.times[ply - 1] : undefined;
    byId('time').textContent = time === undefined ? '' : `Time: ${time} ms.`;
    byId('state').textContent = sentence(at);
    showCaptured(at.captured);
    markPly();
  }

  function goTo(count) {
    ply = Math.max(0, Math.min(game.moves.length, count));
    show();
  }

  function key(name) {
    const steps = {
      ArrowLeft: ply - 1, ArrowRight: ply + 1, PageUp: ply - PAGE, PageDown: ply + PAGE, Home: 0,
      End: game.moves.length,
    };
    if (!(name in steps)) return false;
    goTo(steps[name]);
    return true;
  }

  function fillPlies() {
    const list = byId('plies');
    list.replaceChildren();
    game.moves.forEach((text, index) => {
      const entry = html(list, 'li', text.replace('*', ''));
      entry.addEventListener('click', () => goTo(index + 1));
    });
  }

  function openGame(index, count) {
    game = data.games[index];
    game.moves = game.plies === '' ? [] : game.plies.split(' ');
    const colours = {r: ['red', 'black'], b: ['black', 'red'], '?': ['first', 'second']};
    const [first, second] = colours[firstColour()];
    byId('replay-title').textContent = `Game ${game.number}: ${data.names[game.seats[0]]} (${first}) – ` +
        `${data.names[game.seats[1]]} (${second})`;
    byId('note').textContent = game.note ?? '';
    for (const row of byId('list').querySelectorAll('[aria-current]')) row.removeAttribute('aria-current');
    byId('list').children[index].setAttribute('aria-current', 'true');
    fillPlies();
    goTo(count);
  }

  // "#game-3" or "#game-3-40": the third game of the list, after 40 plies.
  function openAddress() {
    const found = /^#game-(\d+)(?:-(\d+))?$/.exec(location.hash);
    if (!found || !data.games[Number(found[1]) - 1]) return false;
    openGame(Number(found[1]) - 1, Number(found[2] ?? 0));
    byId('replay').focus();
    return true;
  }

  function fillList() {
    const list = byId('list');
    const signs = {first: '1 – 0', second: '0 – 1', draw: '½ – ½'};
    data.games.forEach((entry, index) => {
      const row = html(list, 'tr', '');
      const head = html(row, 'th', '', {scope: 'row'});
      const link = html(head, 'a', entry.number, {href: `#game-${index + 1}`});
      link.setAttribute('aria-label', `Replay game ${entry.number}`);
      html(row, 'td', data.names[entry.seats[0]]);
      html(row, 'td', data.names[entry.seats[1]]);
      html(row, 'td', signs[entry.result]);
      html(row, 'td', entry.reason);
      html(row, 'td', entry.plies === '' ? 0 : entry.plies.split(' ').length);
    });
    // A link to the address that is shown already changes nothing by itself.
    list.addEventListener('click', (event) => {
      if (event.target.hash && event.target.hash === location.hash) openAddress();
    });
  }

  byId('replay').addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (key(event.key)) event.preventDefault();
  });
  for (const button of document.querySelectorAll('[data-key]')) {
    button.addEventListener('click', () => key(button.dataset.key));
  }
  byId('letters').checked = !hasChineseFont();
  byId('letters').addEventListener('change', show);
  addEventListener('hashchange', openAddress);
  fillList();
  if (!openAddress()) openGame(0, 0);
})();
