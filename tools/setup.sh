# shellcheck shell=bash
# What tools/run, tools/test and .ci/run share: installing what is missing and building. To be
# sourced by bash. Speaks on stderr only, since stdout belongs to the engine, and never reads stdin.

root=$(dirname -- "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")")
readonly root

say() { printf '%s: %s\n' "${0##*/}" "$*" >&2; }

die() {
    say "$@"
    exit 1
}

# Whether Debian package $1 is here; for a machine that has it from elsewhere, program, header or
# library $2 counts as well. Boost's part is known by its library: the headers of all of Boost come in
# one package.
have() {
    case $2 in
        *.so) compgen -G "/usr/lib/*/$2" >/dev/null && return ;;
        */*) [[ -e /usr/include/$2 || -e /usr/local/include/$2 ]] && return ;;
        *) command -v -- "$2" >/dev/null && return ;;
    esac
    [[ $(dpkg-query -W -f='${db:Status-Status}' -- "$1" 2>/dev/null) == installed ]]
}

# Runs apt-get as root, with sudo where needed.
apt() {
    local as_root=()
    ((EUID == 0)) || as_root=(sudo)
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq -o Dpkg::Use-Pty=0 \
        -o Acquire::Retries=2 -o Acquire::http::Timeout=30 -o DPkg::Lock::Timeout=120 \
        "$@" >&2 </dev/null
}

# Installs Debian packages.
install_packages() {
    command -v apt-get >/dev/null ||
        die "these are missing and there is no apt-get to install them: $*"
    if ((EUID != 0)); then
        command -v sudo >/dev/null ||
            die "no rights to install what is missing (neither root nor sudo): $*"
        sudo -v </dev/null >&2 || die "no rights to install what is missing (sudo refused): $*"
    fi
    say "installing $*"
    # Without this mode apt-get calls an update without a network a success.
    apt update -o APT::Update::Error-Mode=any ||
        say "the package lists could not be brought up to date; trying with the old ones"
    # Without a network every single package is complained about; a few tell enough.
    apt install -y --no-install-recommends "$@" 2>&1 |
        awk '!/Failed to fetch/ || ++failed <= 2' >&2 ||
        die "apt-get could not install $* (see above; is there a network connection?)"
}

# Installs what is missing of the given "package=program-header-or-library" pairs.
require() {
    local pair missing=()
    for pair in "$@"; do
        have "${pair%%=*}" "${pair#*=}" || missing+=("${pair%%=*}")
    done
    ((${#missing[@]} == 0)) || install_packages "${missing[@]}"
}

# What training takes beyond building.
require_training() {
    require python3-torch=torch python3-numpy=numpy python3-matplotlib=matplotlib
}

# Dies unless the compiler is one that anqi can be built with: $CXX, or g++ where that is not set.
check_compiler() {
    wanted_compiler=${CXX:+any}
    export CXX=${CXX:-g++}
    local words
    read -ra words <<<"$CXX"
    command -v -- "${words[0]-}" >/dev/null || die "wrong compiler: CXX is '$CXX', not a program"
    [[ -z $wanted_compiler ]] || wanted_compiler=$(command -v -- "${words[0]-}")
    "${words[@]}" -std=c++20 -x c++ -E - 2>/dev/null <<'PROBE' | grep -q the_compiler_will_do ||
#if defined(__clang__) ? __clang_major__ < 14 : __GNUC__ < 12
#error too old
#endif
#include <concepts>
#include <span>
the_compiler_will_do
PROBE
        die "wrong compiler: '$CXX' cannot build this C++20 (needed: g++ 12, clang 14, or newer)"
}

set_up() {
    local packages=(cmake=cmake ninja-build=ninja libfmt-dev=fmt/format.h
        libboost-program-options-dev=libboost_program_options.so doctest-dev=doctest/doctest.h
        nlohmann-json3-dev=nlohmann/json.hpp libtomlplusplus-dev=toml++/toml.h libzstd-dev=zstd.h)
    [[ -n ${CXX:-} ]] || packages+=("g++=g++")
    require "${packages[@]}"
    check_compiler
}

# Whether the build files in folder $1 are those of this very checkout, its presets and, where the
# caller named one, the compiler.
configured() {
    local cache=$1/CMakeCache.txt
    [[ -e $1/build.ninja && $1/build.ninja -nt $root/CMakePresets.json ]] &&
        grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$cache" &&
        { [[ -z $wanted_compiler ]] ||
            grep -q "^CMAKE_CXX_COMPILER:[A-Z]*=$wanted_compiler\$" "$cache"; }
}

# Writes the build files of preset $1 into folder $2, unless they stand there.
configure() {
    if configured "$2"; then return; fi
    say "preparing the build in ${2#"$root"/}/"
    (cd -- "$root" && cmake --fresh --preset "$1" --log-level=WARNING) >&2 </dev/null ||
        die "cmake failed (see above)"
}

# build PRESET FOLDER [TARGET...]: configures and builds; says nothing when all is up to date.
build() {
    local preset=$1 folder=$root/$2 targets=()
    shift 2
    (($# == 0)) || targets=(--target "$@")
    if ! mkdir -p -- "$folder" 2>/dev/null || [[ ! -w $folder ]]; then
        die "no rights to write into $folder"
    fi
    (
        flock 9 # another tools/run may be building
        configure "$preset" "$folder"
        cmake --build "$folder" "${targets[@]}" </dev/null 9>&- 2>&1 |
            sed -u -e '/^ninja: no work to do/d' -e '/Re-checking globbed directories/d' >&2
    ) 9>"$folder/.lock" || die "the build failed (see above)"
}
