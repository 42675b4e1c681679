import express, { type Request, type RequestHandler } from 'express';
import { randomUUID } from 'node:crypto';
import { recordColumns } from '../../../src/records/data/insert-records';
import { database, identifyCaller } from './token-check';

/**
 * The requests of the mixed load without a graph: the same token check, and the statements that store and read the same
 * rows. No permissions, no access log, no validation, no events, no summaries.
 */
const userById = 'SELECT id, email, email_verified, roles FROM users WHERE id IN (?)';

const profileOfUser = "SELECT content FROM metadata WHERE user_id = ? AND collection = 'profile' LIMIT 1";

const newestReadings =
  "SELECT content FROM records WHERE user_id = ? AND type = 'cbg' AND active = 1 ORDER BY time DESC, id DESC LIMIT ?";

const updateProfile =
  "UPDATE metadata SET content = ?, modified_time = ? WHERE user_id = ? AND collection = 'profile'";

interface Reading {
  time: string;
  deviceId: string;
  origin: { id: string };
}

const app = express();
app.disable('x-powered-by');
app.disable('etag');
app.use(express.json({ type: () => true, limit: '1mb' }));

/** Answers with what `work` returns; Express turns what it throws into a 500. */
const answer =
  (work: (caller: string, request: Request) => Promise<unknown>): RequestHandler =>
  async (request, response) => {
    response.json(await work(await identifyCaller(request), request));
  };

async function profileOf(userId: string): Promise<unknown> {
  const [row] = await database.rows(profileOfUser, [userId]);
  return JSON.parse(String(row?.content));
}

function toRow(userId: string, uploadId: string, reading: Reading): unknown[] {
  const id = randomUUID().replaceAll('-', '');
  const content = JSON.stringify({ ...reading, id, uploadId });
  const values: Record<string, unknown> = {
    ...{ user_id: userId, time: Date.parse(reading.time), id, upload_id: uploadId, type: 'cbg', active: 1 },
    ...{ device_id: reading.deviceId, origin_id: reading.origin.id, created_time: Date.now(), content },
  };
  return recordColumns.map((column) => values[column] ?? null);
}

app.get('/readyz', (_request, response) => void response.end());

app.get(
  '/auth/user',
  answer(async (caller) => {
    const [user] = await database.rows(userById, [caller]);
    return { userid: user?.id, username: user?.email, roles: JSON.parse(String(user?.roles)) };
  }),
);

app.get(
  '/metadata/:userId/profile',
  answer((caller) => profileOf(caller)),
);

app.post(
  '/graphql',
  answer(async (caller, request) => {
    const { variables } = request.body as { variables: { first: number } };
    const profile = await profileOf(caller);
    const readings = await database.rows(newestReadings, [caller, variables.first]);
    return { profile, readings: readings.map(({ content }) => JSON.parse(String(content)) as object) };
  }),
);

app.post(
  '/v1/datasets/:uploadId/data',
  answer(async (caller, request) => {
    const uploadId = String(request.params.uploadId);
    const rows = (request.body as Reading[]).map((reading) => toRow(caller, uploadId, reading));
    await database.insertRecords(rows, uploadId);
    return { data: [] };
  }),
);

app.put(
  '/metadata/:userId/profile',
  answer(async (caller, request) => {
    await database.change(updateProfile, [JSON.stringify(request.body), Date.now(), caller]);
    return request.body as object;
  }),
);

app.listen(Number(process.env.PORT), '127.0.0.1');
process.on('SIGTERM', () => process.exit());
