#!/bin/sh
# Deletes from a build what the service does not need to run: the compiler, types and documentation of libraries. For the
# image; the folder cannot be developed in afterwards.
set -eu
cd "$1/node_modules"

system="linux-$(node -p process.arch)"
# The file of this system must be there, or the image would not start.
test -f "better-sqlite3/prebuilds/$system.node"

rm -rf @swc/core @swc/core-* @esbuild esbuild @types better-sqlite3/node_modules node-addon-api node .bin/node .bin/swc .bin/esbuild
find . -type f \( -name '*.d.ts' -o -name '*.d.cts' -o -name '*.d.mts' -o -name '*.md' -o -name '*.flow' \) -delete
find . -type d -empty -delete
