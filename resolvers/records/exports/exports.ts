import type { Readable } from 'node:stream';
import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import { lastInstantBefore } from '../data/record-page';
import { badInput } from '../../../src/platform/errors';
import type { ExportOptions } from '../../../src/records/exports/export-options';
import { RequestContext } from '../../../src/request/request-context';
import { createToken } from '../../identity/restricted-tokens/new-token';
import { CreateExportInput, ExportPayload } from './exports.types';
import { TakesNoKey } from '../../repeatable';

const instant = (time: number | undefined) => (time === undefined ? '' : new Date(time).toISOString());

/** Exports of records as files. */
@Resolver()
export class ExportsResolver {
  @TakesNoKey('A link that nobody uses expires by itself.')
  @Mutation(() => ExportPayload, {
    description:
      'Creates a URL, valid for an hour, that a browser can open to download an account’s records as a file.',
  })
  async createExport(
    @Ctx() context: RequestContext,
    @Arg('input') { userId, format = 'xlsx', units = 'mmol/L', from, to }: CreateExportInput,
  ): Promise<ExportPayload> {
    const { caller, callerId, services } = context;
    if (caller.kind !== 'user')
      throw badInput('A trusted server gets the file with its own token; only people get an address.');
    const path = `/export/${encodeURIComponent(userId)}`;
    const token = await createToken(context, callerId, { paths: [path] });
    // An empty bound counts as absent.
    const query = new URLSearchParams({
      format,
      bgUnits: units,
      startDate: instant(from),
      endDate: instant(lastInstantBefore(to)),
      restricted_token: token.id,
    });
    const url = `${services.config.BASE_URL}${path}?${query.toString()}`;
    return { url, expirationTime: token.expirationTime };
  }

  /** The file itself; only behind the rule of `createExport`. */
  static async file(
    { services, log }: RequestContext,
    { id }: { id: string },
    options: ExportOptions,
  ): Promise<{ file: Readable; name: string }> {
    const report = (error: unknown) => log.error({ error }, 'an export broke off');
    const file = await services.exports.open(id, options, { report });
    return { file, name: services.exports.fileName(options) };
  }
}
