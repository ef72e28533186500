#!/usr/bin/env bash
# Trains a network from no games by the small pipeline and lets the engine play with it.
#
#     pipeline_small.sh SOURCE-FOLDER BINARY-FOLDER
set -euo pipefail
source=$1 binary=$2
folder=$(mktemp -d)
trap 'rm -rf -- "$folder"' EXIT

# 77 is ctest's word for a test that was left out: tools/test installs all this.
/usr/bin/python3 -c 'import matplotlib, numpy, torch' || exit 77

"$source/tools/train/pipeline" --small --build "$binary" "$folder/run"
for file in network.anqn report.png curve.json; do
    [[ -s $folder/run/$file ]] || { echo "no $file"; exit 1; }
done
answer=$("$binary/anqi" --network "$folder/run/network.anqn" --visits 500 2>"$folder/warnings" \
    <<<$'genmove unknown\nready')
[[ $answer =~ ^=\ ([a-d][1-8])\ ([a-d][1-8]) ]] || { echo "no action: $answer"; exit 1; }
[[ ! -s $folder/warnings ]] || { cat -- "$folder/warnings"; exit 1; }
# What stands there already is not done again, and a folder of another run is refused.
touch -d '1 hour ago' "$folder/run/shard0.anqd" "$folder/run/learnt.pt"
"$source/tools/train/pipeline" --small --build "$binary" "$folder/run"
for file in shard0.anqd learnt.pt; do
    [[ $folder/run/$file -ot $folder/run/settings ]] || { echo "$file was made again"; exit 1; }
done
if "$source/tools/train/pipeline" --build "$binary" "$folder/run" 2>"$folder/refusal"; then
    echo "a folder of another run was taken"
    exit 1
fi
grep -q "holds another run" "$folder/refusal"
