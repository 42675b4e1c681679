import { Column, PrimaryColumn, type ColumnOptions, type ValueTransformer } from 'typeorm';

const numbers: ValueTransformer = {
  to: (value: unknown) => value,
  from: (value: unknown) => (value === null || value === undefined ? null : Number(value)),
};

const flags: ValueTransformer = {
  to: (value: unknown) => (typeof value === 'boolean' ? Number(value) : value),
  from: (value: unknown) => (value === null ? null : Boolean(value)),
};

const json: ValueTransformer = {
  to: (value: unknown) => (value === null || value === undefined ? value : JSON.stringify(value)),
  from: (value: unknown) =>
    typeof value === 'string' || Buffer.isBuffer(value) ? (JSON.parse(value.toString()) as unknown) : value,
};

/** An instant: a number of milliseconds since the epoch. (Drivers return 64-bit columns as text.) */
export const TimeColumn = (options: ColumnOptions = {}): PropertyDecorator =>
  Column({ ...options, type: 'bigint', transformer: numbers });

/** An instant that is part of the primary key. */
export const PrimaryTimeColumn = (options: { name: string }): PropertyDecorator =>
  PrimaryColumn({ ...options, type: 'bigint', transformer: numbers });

/** A boolean, kept as 0 or 1. */
export const FlagColumn = (options: ColumnOptions = {}): PropertyDecorator =>
  Column({ ...options, type: 'int', transformer: flags });

/** A value stored as JSON text; key order is preserved. */
export const JsonColumn = (options: ColumnOptions = {}): PropertyDecorator =>
  Column({ ...options, type: 'text', transformer: json });
