import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';

/** A span as a collector receives it. */
export interface ReceivedSpan {
  name: string;
  traceId: string;
  spanId: string;
  /** Empty for the first span of a trace. */
  parentId: string;
  attributes: Record<string, string | number>;
  /** Span ids. */
  links: string[];
  /** Milliseconds. */
  duration: number;
}

/** A collector of traces over OTLP/HTTP. */
export interface TraceCollector {
  /** For `OTEL_EXPORTER_OTLP_ENDPOINT`. */
  url: string;
  spans: ReceivedSpan[];
  /** Everything received, as text. */
  text(): string;
  close(): Promise<void>;
}

type Value = bigint | Buffer;

/** The fields of a protobuf message by number (https://protobuf.dev/programming-guides/encoding/). */
function readFields(bytes: Buffer): Map<number, Value[]> {
  const fields = new Map<number, Value[]>();
  let at = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes[at++] ?? 0;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  const take = (length: number): Buffer => bytes.subarray(at, (at += length));
  const read = (wireType: number): Value => {
    if (wireType === 0) return varint();
    if (wireType === 1) return take(8).readBigUInt64LE();
    if (wireType === 5) return BigInt(take(4).readUInt32LE());
    return take(Number(varint()));
  };
  while (at < bytes.length) {
    const tag = Number(varint());
    const value = read(tag & 7);
    fields.set(tag >> 3, [...(fields.get(tag >> 3) ?? []), value]);
  }
  return fields;
}

const children = (message: Buffer, field: number): Buffer[] =>
  (readFields(message).get(field) ?? []) as Buffer[];

/** A KeyValue: a text (1), or an integer (3). */
function readAttribute(message: Buffer): [string, string | number] {
  const [key] = children(message, 1);
  const value = readFields(children(message, 2)[0] ?? Buffer.of());
  const text = value.get(1)?.[0] as Buffer | undefined;
  return [String(key), text ? text.toString() : Number(value.get(3)?.[0] ?? 0)];
}

/** The field numbers are those of `opentelemetry/proto/trace/v1/trace.proto`. */
function readSpan(message: Buffer): ReceivedSpan {
  const fields = readFields(message);
  const hex = (field: number) =>
    ((fields.get(field)?.[0] as Buffer | undefined) ?? Buffer.of()).toString('hex');
  const nanoseconds = (field: number) => BigInt((fields.get(field)?.[0] as bigint | undefined) ?? 0n);
  return {
    name: String(fields.get(5)?.[0]),
    traceId: hex(1),
    spanId: hex(2),
    parentId: hex(4),
    attributes: Object.fromEntries(((fields.get(9) ?? []) as Buffer[]).map(readAttribute)),
    links: ((fields.get(13) ?? []) as Buffer[]).flatMap((link) =>
      children(link, 2).map((id) => id.toString('hex')),
    ),
    duration: Number(nanoseconds(8) - nanoseconds(7)) / 1e6,
  };
}

const readSpans = (request: Buffer): ReceivedSpan[] =>
  children(request, 1)
    .flatMap((resource) => children(resource, 2))
    .flatMap((scope) => children(scope, 2))
    .map(readSpan);

/** Starts a collector on a free port. */
export async function startTraceCollector(): Promise<TraceCollector> {
  const spans: ReceivedSpan[] = [];
  const received: Buffer[] = [];
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const sent = Buffer.concat(pieces);
      const body = request.headers['content-encoding'] === 'gzip' ? gunzipSync(sent) : sent;
      received.push(body);
      spans.push(...readSpans(body));
      response.end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    text: () => Buffer.concat(received).toString('latin1'),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
