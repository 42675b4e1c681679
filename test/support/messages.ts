import { randomUUID } from 'node:crypto';
import { api, type Answer, type Json } from './api';
import type { TestAccount } from './accounts';
import type { ServerUnderTest } from './server';

/** A message as sent by a client. */
export const newMessage = (fields: object = {}): Json => ({
  guid: randomUUID(),
  timestamp: '2024-05-06T07:08:09+02:00',
  messagetext: 'Pizza',
  ...fields,
});

/** Writes and reads messages as one account. */
export function messenger(server: ServerUnderTest, { userId, token }: Pick<TestAccount, 'userId' | 'token'>) {
  const { get, post, put, delete: remove } = api(server);
  const expectId = (answer: Answer): string => {
    if (answer.status !== 201) throw new Error(`The server answered ${answer.status}: ${answer.text}`);
    return answer.body.id;
  };
  return {
    send: (message: unknown = newMessage(), accountId = userId) =>
      post(`/message/send/${accountId}`, { token, body: { message } }),
    /** Sends a message and returns its id. Throws when the server refuses. */
    sent: async (fields: object = {}, accountId = userId) =>
      expectId(await post(`/message/send/${accountId}`, { token, body: { message: newMessage(fields) } })),
    reply: (id: string, message: unknown = newMessage()) =>
      post(`/message/reply/${id}`, { token, body: { message } }),
    /** Replies to a message and returns the id of the reply. Throws when the server refuses. */
    replied: async (id: string, fields: object = {}) =>
      expectId(await post(`/message/reply/${id}`, { token, body: { message: newMessage(fields) } })),
    read: (id: string) => get(`/message/read/${id}`, { token }),
    thread: (id: string) => get(`/message/thread/${id}`, { token }),
    edit: (id: string, message: unknown) => put(`/message/edit/${id}`, { token, body: { message } }),
    remove: (id: string) => remove(`/message/remove/${id}`, { token }),
    all: (query = '', accountId = userId) => get(`/message/all/${accountId}?${query}`, { token }),
    notes: (query = '', accountId = userId) => get(`/message/notes/${accountId}?${query}`, { token }),
  };
}

/** The ids of a list of messages. */
export const expectIds = ({ status, body, text }: Answer): string[] => {
  if (status !== 200) throw new Error(`The server answered ${status}: ${text}`);
  return body.messages.map((message: Json) => message.id);
};
