# make help lists the targets.
GO      ?= go
BIN     := bin/adam
export CGO_ENABLED = 1

# What bench-record and bench-compare run: world, search, engine with ledger, plans.
CORE      := Steps|Next|Explore|Plan
COREPKGS  := ./interaction/sim ./discovery/refine ./scenarios/bench ./controller
BENCHSTAT := v0.0.0-20260908200009-22c9c6c9d4da

.PHONY: build test lint fmt bench bench-record bench-compare soak chaos percipients presubmit help pages luanti-mods pictures release soak-minecraft clean

build: ## build ./bin/adam (the default)
	$(GO) build -trimpath -o $(BIN) ./cmd/adam

# Packages that start nothing beside what they do: there the race detector would only take time.
ALONE := controller/percipient discovery/inquiry discovery/refine graphstore/export scenarios scenarios/internal/baseline scenarios/mcu/rank
# Packages with tests that compute for long: the detector watches their short ones.
LONG  := cmd/adam discovery/living scenarios/bench scenarios/mcu
MODULE := github.com/adam-discovery/adam

test: ## run all tests, most of them with the race detector
	@s=0; echo "$(GO) test -race ./... but for $(ALONE) and what takes long of $(LONG)"; \
	$(GO) test -race -timeout 20m $$($(GO) list ./... | grep -vxF $(patsubst %,-e $(MODULE)/%,$(ALONE) $(LONG))) || s=1; \
	$(GO) test -race -short -timeout 20m $(LONG:%=./%) || s=1; \
	$(GO) test -timeout 20m $(patsubst %,./%,$(ALONE) $(LONG)) || s=1; exit $$s

lint: ## formatting, go vet and staticcheck
	@out=$$(gofmt -l .); if [ -n "$$out" ]; then echo "not formatted:"; echo "$$out"; exit 1; fi
	$(GO) vet ./...
	$(GO) tool staticcheck ./...

fmt: ## format all code
	gofmt -w .

bench: ## run the benchmarks once each, for benchstat: make bench > new.txt
	@$(GO) test -run '^$$' -bench . -benchmem ./interaction/... ./discovery/... ./graphstore/... ./scenarios/...

bench-record: ## keep the core benchmarks of this commit in scenarios/results
	@mkdir -p scenarios/results
	$(GO) test -run '^$$' -bench '$(CORE)' -benchmem -count 6 -benchtime 0.3s $(COREPKGS) > scenarios/results/$(shell git log -1 --format=%cs-%h).txt

OLD ?= $(lastword $(sort $(wildcard scenarios/results/*.txt)))
bench-compare: ## compare the core benchmarks with recorded ones: make bench-compare [OLD=file]
	@new=$$(mktemp) && $(GO) test -run '^$$' -bench '$(CORE)' -benchmem -count 6 -benchtime 0.3s $(COREPKGS) > $$new && \
	$(GO) run golang.org/x/perf/cmd/benchstat@$(BENCHSTAT) $(OLD) $$new

FUZZTIME ?= 40s
soak: ## slower checks: small budgets, 2,000 worlds to live in, every fuzz target, 1,000 modified games
	ADAM_SOAK=1 $(GO) test ./discovery/refine -run SmallBudgets -v -timeout 60m
	ADAM_SOAK=2000 $(GO) test ./discovery/living -run 'RandomWorlds|Exact' -v -timeout 180m
	@for p in $$($(GO) list ./...); do for f in $$($(GO) test -list '^Fuzz' $$p | grep '^Fuzz'); do \
	  echo "$$p $$f"; $(GO) test $$p -run '^$$' -fuzz "^$$f\$$" -fuzztime $(FUZZTIME) || exit 1; done; done
	$(GO) run ./cmd/adam robustness --mutations 1000

CHAOS ?= 100
ROWS  ?= $(CURDIR)/scenarios/results/chaos.csv
chaos: ## kill workers, server and coordinator 100 times in one exploration, and three hosts of which one loses its link (needs root)
	ADAM_CHAOS=$(CHAOS) ADAM_CHAOS_ROWS=$(ROWS) $(GO) test ./cmd/adam -run 'TestChaos|TestThreeHosts' -v -count 1 -timeout 60m

soak-minecraft: ## all traps and servers, and an hour of bots, looking for what piles up
	ADAM_SOAK_MINUTES=60 $(GO) test ./interaction/minecraft -v -timeout 120m

percipients: build ## train again what sees and is part of the program: the same pictures, the same weights
	@album=$$(mktemp) && for w in lived:wilds=4000 crafter=1500; do \
	  $(BIN) percipient collect --world $${w%=*} --places $${w#*=} --seed 1 -o $$album && \
	  $(BIN) percipient train --album $$album -o controller/percipient/weights/$$(echo $${w%=*} | tr : -).gz || s=1; \
	done; rm -f $$album; exit $${s:-0}

pictures: build ## draw the pictures of README and docs again, plots of the rows in scenarios/results; tests compare them
	$(GO) test ./scenarios/bench -run TestDocPlots -pictures $(CURDIR)/docs
	@dir=$$(mktemp -d) && $(BIN) explore --world minecraft-41 --db $$dir/a.db >/dev/null && \
	$(BIN) graph export --db $$dir/a.db --view dag -o docs/minecraft-41.svg && rm -r $$dir

# SQLite is C: an archive for another processor needs a C compiler for it. The same commit gives the same bytes,
# with the same Go and C compilers.
VERSION := $(shell sed -n 's/^const version = "\(.*\)"/\1/p' cmd/adam/root.go)
release: ## archives for linux, amd64 and arm64, in bin/release (arm64 needs gcc-aarch64-linux-gnu on amd64)
	@mkdir -p bin/release; for arch in amd64 arm64; do \
	  cc=gcc; if [ $$arch != $$($(GO) env GOHOSTARCH) ]; then cc=$$([ $$arch = arm64 ] && echo aarch64 || echo x86_64)-linux-gnu-gcc; fi; \
	  command -v $$cc >/dev/null || { echo "$$arch: left out, there is no $$cc"; continue; }; \
	  dir=bin/release/adam-$(VERSION)-linux-$$arch; rm -rf $$dir; mkdir -p $$dir; \
	  CC=$$cc GOOS=linux GOARCH=$$arch CGO_ENABLED=1 $(GO) build -trimpath -buildvcs=false -ldflags '-s -w -buildid=' -o $$dir/adam ./cmd/adam && \
	  $(GO) run ./cmd/adam man -o $$dir/man && cp README.md LICENSE CHANGELOG.md $$dir && \
	  tar --sort=name --owner=0 --group=0 --numeric-owner --mtime=@$$(git log -1 --format=%ct) -C bin/release -c $$(basename $$dir) | gzip -n > $$dir.tar.gz && \
	  rm -r $$dir && sha256sum $$dir.tar.gz || exit 1; done

pages: ## take the pictures of pages in docs again (needs Chromium)
	$(GO) test ./cmd/adam/internal/page -run TestPictures -pictures $(CURDIR)/docs/pages

luanti-mods: build ## explore minetest_game with each of Debian's mods, and with all: rows for scenarios/results/luanti-mods.jsonl
	./scenarios/luanti-mods.sh $(MODS)

presubmit: lint build test ## what CI runs

clean: ## remove what was built
	rm -rf bin

help: ## list the targets
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 16
