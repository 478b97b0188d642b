"""The golden projects' own e2e tests are data here; `pyplugin e2e` runs such tests."""

collect_ignore_glob = ["*"]
