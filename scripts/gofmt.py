"""gofmt -l that fails when it lists something."""

import subprocess
import sys

if __name__ == "__main__":
    command = ["gofmt", "-l", *sys.argv[1:]]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    print(done.stdout, done.stderr, sep="", end="")
    sys.exit(done.returncode or bool(done.stdout))
