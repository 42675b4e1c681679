#!/usr/bin/env node
import { version } from '../require-node';
import 'reflect-metadata';
import { runProgram } from './administration/program';

// Connections that a backend keeps open would delay the end. What was printed has been written by then.
void runProgram(process.argv, version).then(() => process.exit());
