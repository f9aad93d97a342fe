#!/usr/bin/env node
// By default Node opens an inspector at SIGUSR1. Set before anything is loaded: only the first milliseconds are left.
process.on("SIGUSR1", () => undefined)
await import("../dist/bundle/boardwright.js")
