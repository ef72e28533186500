#!/usr/bin/env bash
# Trains a network from no games by the small pipeline and lets the engine play with it.
#
#     pipeline_small.sh SOURCE-FOLDER BINARY-FOLDER
set -euo pipefail
source=$1 binary=$2
folder=$(mktemp -d)
trap 'rm -rf -- "$folder"' EXIT

"$source/tools/train/pipeline" --small "$folder/run"
for file in network.anqn report.png curve.json; do
    [[ -s $folder/run/$file ]] || { echo "no $file"; exit 1; }
done
answer=$("$binary/anqi" --network "$folder/run/network.anqn" --visits 500 2>"$folder/warnings" \
    <<<$'genmove unknown\nready')
[[ $answer =~ ^=\ ([a-d][1-8])\ ([a-d][1-8]) ]] || { echo "no action: $answer"; exit 1; }
[[ ! -s $folder/warnings ]] || { cat -- "$folder/warnings"; exit 1; }
# What stands there already is not done again, and a folder of another run is refused.
"$source/tools/train/pipeline" --small "$folder/run"
if "$source/tools/train/pipeline" "$folder/run" 2>"$folder/refusal"; then
    echo "a folder of another run was taken"
    exit 1
fi
grep -q "holds another run" "$folder/refusal"
