import type { Response } from 'express';
import { stylesheet } from './stylesheet';

const oneYear = 365 * 24 * 3600;

/** Sends the style sheet of the pages; its address changes with its content. */
export function sendStylesheet(response: Response): void {
  response.set({
    'Cache-Control': `public, max-age=${oneYear}, immutable`,
    'X-Content-Type-Options': 'nosniff',
  });
  response.type('css').send(stylesheet);
}
