#!/bin/sh
# Speaks just enough of the protocol to take part in a match: turns up the first face-down square,
# and resigns when there is none. At its third genmove it does what its argument says.
squares='a1 a2 a3 a4 a5 a6 a7 a8 b1 b2 b3 b4 b5 b6 b7 b8 c1 c2 c3 c4 c5 c6 c7 c8 d1 d2 d3 d4 d5 d6 d7 d8'
asked=0

misbehave() {
    case $1 in
        exit) exit 7 ;;
        crash) kill -SEGV $$ ;;
        hang) sleep 1000 ;;
        late) sleep 1 ;;
        illegal) squares='e9' ;;
        refuse) sign='?' ;;
        wrong-id) id=777 ;;
    esac
}

while read -r id name arguments; do
    [ "$1" != chatter ] || echo "thinking about $name"
    # shellcheck disable=SC2086 # to be split
    set -- "$1" $arguments
    sign='='
    text=
    case $name in
        genmove)
            asked=$((asked + 1))
            [ $asked -ne 3 ] || misbehave "$1"
            square=a0
            for square in $squares; do break; done
            text="$square $square"
            ;;
        flip)
            left=
            for square in $squares; do [ "$square" = "$2" ] || left="$left $square"; done
            squares=$left
            ;;
    esac
    echo "$sign$id${text:+ $text}"
    [ "$name" != quit ] || exit 0
done
