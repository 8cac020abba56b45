# Sourced by the launcher: the command check. Says how far it is, one line a suite; everything else
# goes to target/check.log. Fails when a test failed, was skipped or did not run.

# On the second Java only what depends on the machine below: units, the contract of every store, and
# one suite of real crashes, on the database that is in the process.
newer_java_tests='io/paidonce/*Test,io/paidonce/hub/**/*Test,io/paidonce/simulator/**/*Test'
newer_java_tests="$newer_java_tests,io/paidonce/testkit/processes/*Test,io/paidonce/proof/CrashTest"
newer_java_tests="$newer_java_tests,io/paidonce/engine/*Test,io/paidonce/testkit/contract/Memory*Test"
newer_java_tests="$newer_java_tests,io/paidonce/jdbc/*ContractTest,io/paidonce/redis/*ContractTest"
newer_java_tests="$newer_java_tests,io/paidonce/**/FormTokensIn*Test"

check() {
  long=
  for argument in "$@"; do
    case $argument in
      --long) long=-Dpaidonce.long=true ;;
      -h | --help)
        echo "Usage: ./paidonce check [--long]"
        echo "Runs the tests and a demo; --long runs the full counts of the same tests."
        return
        ;;
      *) fail "$argument is no option of check; see check --help" ;;
    esac
  done
  begun=$(date +%s)
  find_java
  find_tools
  require_linux_tools
  cd -- "$root"
  mkdir -p target
  log=$root/target/check.log
  problems=$root/target/check.problems
  : >"$log"
  : >"$problems"
  rm -rf "$root"/*/target/surefire-reports*
  echo "Java $jdk ($JAVA_HOME), $(nproc 2>/dev/null || echo '?') processors${long:+, full counts}"
  echo "everything is in $log"
  maven "tests on Java $jdk" verify $long
  newer_java
  smoke
  table
}

require_linux_tools() {
  [ "$(uname -s)" = Linux ] || fail "check needs Linux: its tests start databases and kill them"
  for tool in setsid unshare setpriv; do
    command -v "$tool" >/dev/null 2>&1 && continue
    may_install || fail "$tool is missing; install it (Debian: util-linux)"
    install util-linux
    command -v "$tool" >/dev/null 2>&1 || fail "$tool is still missing after util-linux came"
  done
}

problem() {
  printf '%s\n' "$*" >>"$problems"
  printf 'PROBLEM %s\n' "$*"
}

# maven WHAT ARGUMENT ...: runs Maven to its end, whatever fails on the way.
maven() {
  what=$1
  shift
  printf '\n== %s\n' "$what"
  code=$root/target/check.code
  start=$(grep -c '' "$log" || true)
  { mvn -B -fae -Dstyle.color=never -Dmaven.test.failure.ignore=true "$@" </dev/null 2>&1 &&
    echo 0 >"$code" || echo $? >"$code"; } | tee -a "$log" | progress
  [ "$(cat "$code")" = 0 ] || problem "$what: Maven ended with $(cat "$code"): $(why "$start")"
  if tail -n "+$((start + 1))" "$log" |
    grep -Eq 'The forked VM terminated|error in the forked process|timeout or other error'; then
    problem "$what: a JVM of tests ended before its tests did"
  fi
  # Reports of nested suites with one name overwrite each other; what was printed does not.
  if tail -n "+$((start + 1))" "$log" | grep -aEq 'Tests run: .*<<< (FAILURE|ERROR)!'; then
    problem "$what: tests failed; the log names them"
  fi
}

# why LINE: the reason, from what the log says after that line.
why() {
  tail -n "+$(($1 + 1))" "$log" >"$root/target/check.last"
  if grep -q 'spotless.*check' "$root/target/check.last" &&
    grep -q 'format violations' "$root/target/check.last"; then
    echo "the code is not formatted; run mvn spotless:apply"
  else
    reason "$root/target/check.last"
  fi
}

# One line for each module and suite, and the names of tests that failed.
progress() {
  awk '
    /^Downloaded from/ || /Downloaded from/ {
      if (++fetched % 100 == 0) { printf "  fetched %d files\n", fetched; fflush() }
      next
    }
    / Building PaidOnce/ {
      sub(/^.*Building /, ""); sub(/ [0-9][^ ]* .*/, ""); print $0; fflush(); next
    }
    /Tests run: [0-9]+, .* -- in / || /Tests run: [0-9]+, .* - in / {
      bad = /FAILURE|ERROR!/ ? "FAIL" : "ok"
      split($0, part, / --? in /)
      tests = $0; sub(/.*Tests run: /, "", tests); sub(/,.*/, "", tests)
      took = $0; sub(/.*Time elapsed: /, "", took); sub(/ s.*/, "", took)
      printf "  %-4s %4d tests %8s s  %s\n", bad, tests, took, part[2]; fflush(); next
    }
    /^\[ERROR\] .* (<<< (FAILURE|ERROR)!)/ { sub(/^\[ERROR\] /, "       "); print; fflush(); next }
    /COMPILATION ERROR|Failed to execute goal/ { print "       " substr($0, 1, 200); fflush() }
  '
}

newer_java() {
  other=${JAVA_HOME_25:-}
  for home in "$other" /usr/lib/jvm/*25*; do
    if [ -n "$home" ] && [ -x "$home/bin/java" ]; then
      maven "units and a crash suite on $home" test "-Dtest=$newer_java_tests" \
        -Dsurefire.failIfNoSpecifiedTests=false -Dpaidonce.test.jvm="$home/bin/java" \
        -Dpaidonce.test.reports=surefire-reports-newer -Dpaidonce.test.engines=H2
      return
    fi
  done
  printf '\n== no JDK 25 here (JAVA_HOME_25 or /usr/lib/jvm): only Java %s was tested\n' "$jdk"
}

# The demo as a user starts it, on ports that are free.
smoke() {
  printf '\n== demo\n'
  for try in 1 2 3 4 5; do
    port=$((20000 + ($$ * 7 + try * 613) % 9000))
    demo_code=0
    "$root/paidonce" demo --once --hub-port "$port" --port "$((port + 1))" \
      --data "$root/target/check-demo" >"$root/target/check.demo" 2>&1 || demo_code=$?
    cat "$root/target/check.demo" >>"$log"
    grep -q 'is not free' "$root/target/check.demo" || break
  done
  cat "$root/target/check.demo"
  [ "$demo_code" = 0 ] || problem "the demo ended with $demo_code"
}

# Every suite of every module, from its report; then the sum, which is the result.
table() {
  rows=$root/target/check.rows
  : >"$rows"
  for report in "$root"/*/target/surefire-reports*/TEST-*.xml; do
    [ -f "$report" ] || continue
    newer=
    case $report in */surefire-reports-newer/*) newer=" (newer Java)" ;; esac
    awk -v mark="$newer" '
      function value(name) {
        if (!match($0, " " name "=\"[^\"]*\"")) return ""
        return substr($0, RSTART + length(name) + 3, RLENGTH - length(name) - 4)
      }
      { line = line " " $0 }
      /<testsuite / { open = 1; line = $0 }
      open && />/ {
        $0 = line
        seconds = value("time"); gsub(/,/, "", seconds)
        name = value("name"); sub(/^io\.paidonce\./, "", name)
        printf "%s%s\t%d\t%d\t%d\t%.1f\n", name, mark, value("tests"),
          value("failures") + value("errors"), value("skipped"), seconds
        exit
      }' "$report" >>"$rows"
  done
  [ -s "$rows" ] || problem "no test ran"
  printf '\n== result\n%-66s %6s %8s %8s\n' suite tests failures seconds
  sort "$rows" | awk -F '\t' '{
    printf "%-66s %6d %8d %8.1f%s\n", $1, $2, $3, $5, ($4 > 0 ? "  " $4 " skipped" : "")
  }'
  cat "$problems"
  seconds=$(($(date +%s) - begun))
  printf 'took %d min %d s\n' $((seconds / 60)) $((seconds % 60))
  awk -F '\t' '
    { tests += $2; failed += $3; skipped += $4 }
    END {
      printf "%d passed, %d failed", tests - failed - skipped, failed
      if (skipped) printf ", %d skipped", skipped
      printf "\n"
      exit (failed + skipped > 0)
    }' "$rows" && [ ! -s "$problems" ]
}
