import { Arg, Ctx, ID, Mutation, Query, Resolver, Root, Subscription } from 'type-graphql';
import { lastInstantBefore } from '../data/record-page';
import { now } from '../../../src/platform/clock';
import { badInput, notFound } from '../../../src/platform/errors';
import { exportEvents, type ExportEvent } from '../../../src/records/exports/export-events';
import type { ExportFormat } from '../../../src/records/exports/export-options';
import { RequestContext } from '../../../src/request/request-context';
import type { StoredContent } from '../../../src/platform/storage/stored-content';
import { createToken } from '../../identity/restricted-tokens/new-token';
import { CreateExportInput, ExportPayload } from './exports.types';
import {
  CreateExportLinkInput,
  RequestedExport,
  RequestedExportPayload,
  toRequestedExport,
} from './requested-exports.types';
import { listensTo, Since } from '../../subscribe';
import { Repeatable, TakesNoKey } from '../../repeatable';

/** An hour, in milliseconds. */
const longestLink = 3_600_000;

export async function loadExport(context: RequestContext, id: string): Promise<RequestedExport> {
  const found = await context.load(context.services.requestedExports.findMany, id);
  if (!found) throw notFound('There is no export with this id.');
  return toRequestedExport(found);
}

/** The payload for an export that an earlier request has requested. */
const exportAgain = async (context: RequestContext, created: string): Promise<RequestedExportPayload> => ({
  export: await loadExport(context, created),
});

/** Exports created in the background, for accounts with very many records. */
@Resolver()
export class RequestedExportsResolver {
  @Repeatable(exportAgain)
  @Mutation(() => RequestedExportPayload, {
    description:
      'Requests a background export of an account’s records, for large amounts of data. See `exportProgress`.',
  })
  async requestExport(
    @Ctx() { caller, callerId, services }: RequestContext,
    @Arg('input') { userId, format = 'xlsx', units = 'mmol/L', from, to }: CreateExportInput,
  ): Promise<RequestedExportPayload> {
    if (caller.kind !== 'user') throw badInput('A trusted server gets the file with its own token.');
    const options = { format, glucoseUnits: units, from, to: lastInstantBefore(to) };
    return { export: toRequestedExport(await services.requestedExports.request(userId, callerId, options)) };
  }

  @Query(() => RequestedExport, { description: 'An export that the caller has requested.' })
  requestedExport(
    @Ctx() context: RequestContext,
    @Arg('id', () => ID, { description: 'Id of the export.' }) id: string,
  ): Promise<RequestedExport> {
    return loadExport(context, id);
  }

  @Subscription(() => RequestedExport, {
    description:
      'Emits the progress of an export that the caller has requested. It ends once the export is ready or has failed.',
    subscribe: listensTo(({ exportId }: { exportId: string }) => exportEvents(exportId)),
  })
  exportProgress(
    @Root() event: ExportEvent,
    @Ctx() context: RequestContext,
    @Arg('exportId', () => ID, { description: 'Id of the export.' }) _exportId: string,
    @Since() _since?: string,
  ): Promise<RequestedExport> {
    return loadExport(context, event.exportId);
  }

  @TakesNoKey('A link that nobody uses expires by itself.')
  @Mutation(() => ExportPayload, {
    description:
      'Creates a URL, valid for up to an hour, that a browser can open to download a requested export.',
  })
  async createExportLink(
    @Ctx() context: RequestContext,
    @Arg('input') { exportId }: CreateExportLinkInput,
  ): Promise<ExportPayload> {
    const { callerId, services } = context;
    const ready = await services.requestedExports.ready(exportId);
    const path = `/v1/exports/${exportId}`;
    const expirationTime = Math.min(ready.expirationTime, now() + longestLink);
    const token = await createToken(context, callerId, { paths: [path], expirationTime });
    const url = `${services.config.BASE_URL}${path}?restricted_token=${token.id}`;
    return { url, expirationTime };
  }

  /** The file itself; only behind the rule of `requestedExport`. */
  static async file(
    { services }: RequestContext,
    { id }: { id: string },
  ): Promise<Omit<StoredContent, 'digestMD5'> & { name: string; format: ExportFormat }> {
    const { options, ...stored } = await services.requestedExports.read(id);
    return { ...stored, name: services.exports.fileName(options), format: options.format };
  }
}
