# make demo   a hand played from the table to the overlay, on this machine alone
# make test   every check of the project; CI runs the same
.DEFAULT_GOAL := help
PYTHON ?= python3
BIN := .venv/bin
STAMP := .venv/.installed
SOURCES := pyproject.toml rules/pyproject.toml firmware_protocol/pyproject.toml requirements.lock

.PHONY: help setup setup-test demo test lint types imports clauses unit clean lock wheels bench evaluate

help:
	@sed -n '1,2s/^# //p' Makefile
	@echo "make setup  only the virtual environment .venv; then .venv/bin/tablebridge --help"

setup:
	@deploy/prepare-machine.sh run
	@$(MAKE) --no-print-directory $(STAMP)

setup-test:
	@deploy/prepare-machine.sh test
	@$(MAKE) --no-print-directory $(STAMP)

$(STAMP): $(SOURCES)
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation \
		-e ./rules -e ./firmware_protocol -e .
	@touch $@

demo: setup
	$(BIN)/tablebridge demo

test: setup-test lint types imports clauses unit wheels

lint:
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types:
	$(BIN)/mypy
	$(BIN)/mypy --explicit-package-bases tests/rules tests/firmware_protocol

imports:
	$(BIN)/lint-imports

clauses:
	$(BIN)/python deploy/check_clauses.py

# the two libraries must be covered wholly by their own tests; counting lines of the daemon would only slow it down
unit:
	$(BIN)/python -m coverage erase
	$(BIN)/pytest -n auto --cov=rules --cov=firmware_protocol --cov-report= tests/rules tests/firmware_protocol
	$(BIN)/coverage report --include='rules/*,firmware_protocol/*' --fail-under=100
	$(BIN)/pytest -n auto --dist worksteal --durations=40 --ignore=tests/rules --ignore=tests/firmware_protocol

wheels:
	$(BIN)/python deploy/check_wheels.py

bench: setup
	$(BIN)/tablebridge bench

# photographs to measure on: a folder with photos/manifest.csv; without it what the repository holds is measured
DATA ?= ../shared/data

evaluate: setup
	cd models/training && ../../$(BIN)/python -m tile_training.targets --data $(abspath $(DATA))

lock:
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-annotate --no-header --extra dev \
		--no-emit-package tablebridge-rules --no-emit-package tablebridge-protocol \
		pyproject.toml -o requirements.lock

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis dist build run firmware_protocol/reference/build
