import type { Response } from 'express';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { sendContent } from '../../../rest-compat/send-content';
import { answeredBy } from '../../support/answered-by';

const send = (content: Readable, response: Response, headers: Record<string, string> = {}): Promise<void> =>
  sendContent({ content, headers }, 200, response);

it('content is released if its receiver has left before it is sent', () =>
  answeredBy(async ({ response, leave }) => {
    const closed = once(response, 'close');
    leave();
    await closed;
    const content = Readable.from(['text']);
    await send(content, response);
    expect(content.destroyed).toBe(true);
  }));

it('content is released if a header cannot be sent', () =>
  answeredBy(async ({ response }) => {
    const content = Readable.from(['text']);
    await expect(send(content, response, { name: '\u{1F34E}' })).rejects.toThrow('Invalid character');
    expect(content.destroyed).toBe(true);
  }));

it('content is released if only its headers are asked for', () =>
  answeredBy(async ({ response }) => {
    const content = Readable.from(['text']);
    await send(content, response);
    expect(content.destroyed).toBe(true);
  }, 'HEAD'));
