/**
 * Must be imported by an entry point before the code of the service. V8 checks compiled code against its flags, so they
 * are set before anything is loaded.
 */
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { setV8Flags } from './v8-flags';

/** Relative to the compiled file. A build empties it with the rest of `dist/`. */
const compiledCode = join(__dirname, '..', '..', '..', 'compile-cache');

setV8Flags();
// Reports a folder that cannot be written in its result, and works without one.
enableCompileCache(process.env.NODE_COMPILE_CACHE ?? compiledCode);
