import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import express, { type RequestHandler } from 'express';

const oneYear = 365 * 24 * 3600;

/**
 * A folder of files built for the browser. Their URLs contain a version of the content, so that browsers can cache
 * them.
 */
export class BrowserBundle {
  private readonly versions = new Map<string, string>();

  /**
   * @param folder the folder of the files
   * @param path where they are served, without a trailing slash
   * @param files names of the files that pages refer to
   */
  constructor(
    private readonly folder: string,
    private readonly path: string,
    files: readonly string[],
  ) {
    for (const file of files) {
      const version = computeVersion(join(folder, file));
      if (version !== undefined) this.versions.set(file, version);
    }
  }

  /** The URL of a file; undefined if the file was not built. */
  address(file: string): string | undefined {
    const version = this.versions.get(file);
    return version && `${this.path}/${file}?v=${version}`;
  }

  /** Serves the files; mount it at `path`. */
  files(): RequestHandler {
    const versions = new Set(this.versions.values());
    return express.static(this.folder, {
      index: false,
      redirect: false,
      cacheControl: false,
      setHeaders: (response) => {
        const { v: version } = response.req.query;
        const isCurrent = typeof version === 'string' && versions.has(version);
        response.setHeader('Cache-Control', isCurrent ? `public, max-age=${oneYear}, immutable` : 'no-cache');
        response.setHeader('X-Content-Type-Options', 'nosniff');
      },
    });
  }
}

/** A short hash of the content of a file, or nothing if the file does not exist. */
function computeVersion(path: string): string | undefined {
  if (!existsSync(path)) return undefined;
  return createHash('sha256').update(readFileSync(path)).digest('hex').slice(0, 16);
}
