import BetterSqlite3 from 'better-sqlite3';
import { workerData } from 'node:worker_threads';
import { Remembered } from '../../remembered';
import { answerCalls, toThreadError } from '../../workload/thread-replies';
import { prepareConnection } from '../sqlite-pragmas';
import { noTransaction, type WritingRequest, type Written } from './writing-messages';

/** Prepared statements that are kept. Statements vary with their filters, so the number needs a limit. */
const mostStatements = 500;

const { path } = workerData as { path: string };

/** A missing file would be created again; waiting for other processes is left to those who ask. */
const connection = new BetterSqlite3(path, { fileMustExist: true, timeout: 0 });
prepareConnection(connection, 'write');

const statements = new Remembered<string, BetterSqlite3.Statement>(mostStatements);

function prepare(sql: string): BetterSqlite3.Statement {
  const statement = connection.prepare(sql);
  return statement.reader ? statement.raw(true) : statement;
}

function run(sql: string, parameters: unknown[]): Omit<Written, 'isOpen'> {
  const statement = statements.get(sql, prepare);
  if (!statement.reader) return statement.run(...parameters);
  const rows = statement.all(...parameters) as unknown[][];
  return { rows, columns: statement.columns().map(({ name }) => name) };
}

const controls = {
  begin: () => connection.exec('BEGIN IMMEDIATE'),
  close: () => connection.close(),
};

const notOpen = { name: 'Error', message: 'No transaction is open.', code: noTransaction };

/**
 * No statement runs outside a transaction: one of a transaction that has ended, by itself or because another statement
 * failed, would otherwise be stored on its own.
 */
function answer(request: WritingRequest): Written {
  try {
    if (request.kind === 'run' && !connection.inTransaction) return { error: notOpen, isOpen: false };
    if (request.kind === 'run')
      return { ...run(request.sql, request.parameters), isOpen: connection.inTransaction };
    controls[request.kind]();
    return { isOpen: connection.inTransaction };
  } catch (error) {
    return { error: toThreadError(error), isOpen: connection.inTransaction };
  }
}

answerCalls(answer);
