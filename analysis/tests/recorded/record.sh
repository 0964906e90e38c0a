#!/bin/sh
# Records a unified GC log of each collector, and the totals that JFR saw of the same run beside it.
# Usage: record.sh COLLECTOR…   (with JAVA_HOME naming a JDK 25; serial parallel g1 zgc shenandoah shenandoah-generational)
set -eu
here=$(cd "$(dirname "$0")" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

options() {
  case $1 in
    serial) echo -XX:+UseSerialGC ;;
    parallel) echo -XX:+UseParallelGC ;;
    g1) echo -XX:+UseG1GC ;;
    zgc) echo -XX:+UseZGC ;;
    shenandoah) echo -XX:+UseShenandoahGC ;;
    shenandoah-generational) echo -XX:+UseShenandoahGC -XX:ShenandoahGCMode=generational ;;
    *) echo "record.sh: unknown collector $1" >&2; exit 2 ;;
  esac
}

# Megabytes to allocate: enough for a few cycles of each collector, little enough for a log of some 50 kB.
volume() {
  case $1 in
    serial | parallel) echo 1200 ;;
    g1) echo 1000 ;;
    zgc) echo 400 ;;
    shenandoah) echo 460 ;;
    *) echo 340 ;;
  esac
}

"$JAVA_HOME/bin/javac" -d "$scratch" "$here/Allocation.java"
for collector in "$@"; do
  # shellcheck disable=SC2046 # the options are words
  "$JAVA_HOME/bin/java" $(options "$collector") -Xms96m -Xmx96m -XX:MaxTenuringThreshold=2 \
    "-Xlog:gc*,safepoint:file=$scratch/$collector.log:time,uptime,level,tags:filecount=0" \
    "-XX:StartFlightRecording=filename=$scratch/$collector.jfr,settings=profile" "-Xlog:jfr*=off" \
    -cp "$scratch" Allocation "$(volume "$collector")" "${KEPT_BLOCKS:-8000}"
  "$JAVA_HOME/bin/jfr" print --json --events jdk.GarbageCollection,jdk.GCPhasePause "$scratch/$collector.jfr" \
    > "$scratch/$collector.json"
  # Ergonomics, page statistics and the tables at exit make nine tenths of some logs, and the parser reads none of them.
  grep -v -E '\]\[(gc,(stats|exit|init|ergo|heap|heap,exit|thread|metaspace|ref|task|nmethod|reloc|alloc|mmu|load|age|director|free) *)\]' \
    "$scratch/$collector.log" > "$here/$collector.log"
  python3 "$here/jfr_totals.py" "$scratch/$collector.json" > "$here/$collector.jfr.json"
done
