#!/usr/bin/env -S node --enable-source-maps
import '../require-node';
import 'reflect-metadata';
import { runProgram } from './administration/program';

void runProgram(process.argv);
