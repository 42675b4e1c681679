import type { RequestHandler } from 'express';
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { refusals } from '../telemetry/measures';
import { callerAddress } from './caller-address';
import { refuseUpgrade } from './upgrades';

type UpgradeHandler = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

const tooMany = '429 Too Many Requests';

/** Browsers treat a response that they may not read as a network failure, and retry at once. */
const refusalHeaders = { 'Retry-After': '5', Connection: 'close', 'Access-Control-Allow-Origin': '*' };

const refusal = (message: string) => ({ code: 429, message });

/** Counts the open connections of each address in this process. */
class OpenPerAddress {
  private readonly open = new Map<string, number>();

  constructor(private readonly most: number) {}

  /** Returns false when the address is at its limit; otherwise counts one until `holder` is closed. */
  admit(address: string, holder: { once(event: 'close', listener: () => void): unknown }): boolean {
    const count = this.open.get(address) ?? 0;
    if (count >= this.most) {
      refusals.inc({ limit: 'connections-per-address' });
      return false;
    }
    this.open.set(address, count + 1);
    holder.once('close', () => this.countOff(address));
    return true;
  }

  private countOff(address: string): void {
    const count = (this.open.get(address) ?? 0) - 1;
    if (count > 0) this.open.set(address, count);
    else this.open.delete(address);
  }
}

interface Limits {
  /** 0 for no limit. */
  most: number;
  /** How many proxies are trusted to name the caller. */
  trustedProxies: number;
}

/** Enforces the connection limits. */
export interface ConnectionLimits {
  /** For requests. */
  limitRequests: RequestHandler;
  /** For WebSocket upgrades. */
  limitUpgrades: (accept: UpgradeHandler) => UpgradeHandler;
}

/**
 * Limits what an address may keep open: its connections, or, if all connections come from a trusted proxy, the
 * requests and WebSockets in progress on its behalf.
 */
export function limitConnections(server: Server, { most, trustedProxies }: Limits): ConnectionLimits {
  const unlimited: ConnectionLimits = {
    limitRequests: (_request, _response, next) => next(),
    limitUpgrades: (accept) => accept,
  };
  if (most === 0) return unlimited;
  const open = new OpenPerAddress(most);
  if (trustedProxies === 0) {
    limitSockets(server, open);
    return unlimited;
  }
  return {
    limitRequests: (request, response, next) => {
      if (open.admit(request.ip ?? '', response)) return next();
      response.set(refusalHeaders);
      response.status(429).json(refusal('Too many requests from this address are in progress.'));
    },
    limitUpgrades: (accept) => (request, socket, head) => {
      if (open.admit(callerAddress(request, trustedProxies), socket)) accept(request, socket, head);
      else refuseUpgrade(socket, tooMany);
    },
  };
}

function limitSockets(server: Server, open: OpenPerAddress): void {
  server.prependListener('connection', (socket) => {
    if (open.admit(socket.remoteAddress ?? '', socket)) return;
    const headers = { ...refusalHeaders, 'Content-Type': 'application/json; charset=utf-8' };
    const body = JSON.stringify(refusal('Too many connections from this address are open.'));
    // Reading the request would take what the limit saves, so a preflight is refused as well.
    refuseUpgrade(socket, tooMany, { headers, body });
  });
}
