#!/usr/bin/env node
import "../dist/bundle/boardwright.js"
