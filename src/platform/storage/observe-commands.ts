import type { S3Client } from '@aws-sdk/client-s3';
import { observeCall } from '../telemetry/calls';

/** Measures the commands of a client until their answers begin. Keys are not told, because they name content. */
export function observeCommands({ middlewareStack }: S3Client): void {
  middlewareStack.add(
    (next, { commandName = 'command' }) =>
      (request) =>
        observeCall('object-store', `S3 ${commandName.replace(/Command$/, '')}`, () => next(request)),
    { step: 'initialize', name: 'observeCommands', priority: 'high' },
  );
}
