#!/usr/bin/env bash
# Explores minetest_game with mods that somebody else wrote, each alone and all together,
# scores what was learned, and writes one JSON object a line, as it is in
# scenarios/results/luanti-mods.jsonl: make luanti-mods. Needs Debian's minetest-server,
# minetest-data and minetest-mod-*.
set -euo pipefail
adam="${ADAM:-./bin/adam}"
all=(moreores moreblocks mesecons basic_materials homedecor xdecor 3d_armor mobs_redo ethereal nether pipeworks)
if [ $# -gt 0 ]; then sets=("$@"); else sets=("" "${all[@]}" "$(IFS=,; echo "${all[*]}")"); fi
dir="$(mktemp -d)"
trap 'rm -rf "$dir"' EXIT
for mods in "${sets[@]}"; do
  world=luanti${mods:+:mods=$mods}
  rm -f "$dir"/l.db*
  "$adam" explore --world "$world" --parallel 8 --timeout 10m --db "$dir/l.db" --json > "$dir/run.json" 2> "$dir/run.err" || { tail -5 "$dir/run.err" >&2; echo "{\"world\":\"$world\",\"failed\":true}"; continue; }
  "$adam" graph score --world "$world" --db "$dir/l.db" --json > "$dir/score.json" 2>> "$dir/run.err"
  python3 - "$dir" <<'PY'
import collections, json, re, sys
run, score = (json.load(open(f"{sys.argv[1]}/{n}.json")) for n in ("run", "score"))
failed = [l.strip() for l in open(f"{sys.argv[1]}/run.err") if l.startswith("the game fails at ")]
row = {"world": run["world"], "actions": run["actions_total"], "certified": run["actions_certified"], "trials": run["trials"],
       "faults": run["faults"], "shd": score["shd"], "wrong": len(score["wrong_certificates"]),
       "ways": [score["ways_exact"], score["ways_total"]], "edges": score["edges_true"]["item_item"] + score["edges_true"]["action_effect"],
       "failed": sorted(set(failed))}
reasons = collections.defaultdict(list)
for u in run["not_learned"]:
    reasons[re.sub(r"\d+", "N", u.get("reason", ""))].append(u.get("label") or u["action"])
row["not_learned"] = reasons
print(json.dumps(row), flush=True)
PY
done
