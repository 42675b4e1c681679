import express from 'express';
import { identifyCaller, findRow } from './token-check';

/** Two small reads without a graph: the same token check, the same statements, nothing else. */
const userById = `
  SELECT id, email, email_verified, password_hash, roles, terms_accepted_time, disabled_time, created_time,
         modified_time
  FROM users WHERE id IN (?)`;

const collectionOfUser = `
  SELECT user_id, collection, content, modified_time FROM metadata WHERE user_id = ? AND collection = ? LIMIT 1`;

const app = express();
app.disable('x-powered-by');
app.disable('etag');

app.get('/readyz', (_request, response) => void response.end());

app.get('/auth/user', async (request, response) => {
  const user = await findRow(userById, [await identifyCaller(request)]);
  if (!user) return void response.status(401).json({ code: 401 });
  const { id, email, email_verified: verified, roles, terms_accepted_time: termsTime } = user;
  response.json({
    userid: id,
    username: email,
    emails: [email],
    emailVerified: Boolean(verified),
    roles: JSON.parse(roles),
    ...(termsTime !== null && {
      termsAccepted: new Date(Number(termsTime)).toISOString().replace(/\.\d+Z$/, '+00:00'),
    }),
  });
});

app.get('/metadata/:userId/:collection', async (request, response) => {
  const { userId, collection } = request.params;
  if ((await identifyCaller(request)) !== userId) return void response.status(401).json({ code: 401 });
  const row = await findRow(collectionOfUser, [userId, collection]);
  if (!row) return void response.status(404).json({ code: 404 });
  response.json(JSON.parse(row.content));
});

app.listen(Number(process.env.PORT), '127.0.0.1');
process.on('SIGTERM', () => process.exit());
