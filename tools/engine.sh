# shellcheck shell=bash
# An engine as a coprocess of a script, asked request by request. To be sourced by bash after setup.sh.

# start PROGRAM [OPTION...]: leaves its process id in $engine.
start() {
    coproc ENGINE { exec "$@"; }
    engine=$ENGINE_PID from=${ENGINE[0]} to=${ENGINE[1]}
}

# Sends a request and leaves the text of its answer in $answer; lines that come before it are left in
# $info.
ask() {
    info=
    printf '%s\n' "$1" >&"$to"
    while IFS= read -r answer <&"$from" || die "the engine is gone after '$1'"; do
        [[ $answer != '?'* ]] || die "'$1' was refused: $answer"
        [[ $answer != '='* ]] || break
        info+=$answer$'\n'
    done
    answer=${answer#=}
    answer=${answer# }
}

finish() {
    ask quit
    wait "$engine" || die "the engine ended with exit code $?"
}
