import { ArgsType, Field, Float, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import type {
  ExportState,
  RequestedExportEntity,
} from '../../../src/records/exports/requested-export.entity';
import { pageArguments } from '../../page-arguments';
import { PageInfo } from '../../page-info';
import { DateTime } from '../../scalars';

/** States of requested exports in the graph. */
export const ExportStateName: Record<string, ExportState> = {
  WAITING: 'waiting',
  RUNNING: 'running',
  READY: 'ready',
  FAILED: 'failed',
};

registerEnumType(ExportStateName, {
  name: 'ExportState',
  description: 'State of a background export.',
  valuesConfig: {
    WAITING: { description: 'Not started.' },
    RUNNING: { description: 'The file is being created.' },
    READY: { description: 'The file is ready to download.' },
    FAILED: { description: 'The export failed; request a new one.' },
  },
});

@ObjectType({ description: 'A background export. Only the account that requested it can see it.' })
export class RequestedExport {
  @Field(() => ID, { description: 'Id of the export.' })
  id!: string;

  @Field(() => ID, { description: 'Account whose records are exported.' })
  userId!: string;

  @Field(() => ExportStateName, { description: 'State of the export.' })
  state!: ExportState;

  @Field(() => Int, { description: 'Number of record lines written so far.' })
  lineCount!: number;

  @Field(() => Float, { nullable: true, description: 'Size of the file in bytes; absent until it is ready.' })
  size!: number | null;

  @Field(() => DateTime, { description: 'When it was requested.' })
  createdTime!: number;

  @Field(() => DateTime, {
    nullable: true,
    description: 'When it became ready or failed; absent until then.',
  })
  finishedTime!: number | null;

  @Field(() => DateTime, { description: 'When the export and its file are deleted.' })
  expirationTime!: number;
}

/** Maps a requested export to its GraphQL type. */
export const toRequestedExport = ({
  requesterId: _requester,
  options: _options,
  contentKey: _key,
  ...shown
}: RequestedExportEntity): RequestedExport => Object.assign(new RequestedExport(), shown);

@ObjectType({ description: 'An export and its cursor.' })
export class RequestedExportEdge {
  @Field({ description: 'Cursor of this item, for `after`.' })
  cursor!: string;

  @Field({ description: 'The export.' })
  node!: RequestedExport;
}

@ObjectType({ description: 'A page of exports, newest first.' })
export class RequestedExportConnection {
  @Field(() => [RequestedExportEdge], { description: 'The exports of the page.' })
  edges!: RequestedExportEdge[];

  @Field({ description: 'Pagination details.' })
  pageInfo!: PageInfo;
}

@ArgsType()
export class RequestedExportArguments extends pageArguments('exports') {}

@ObjectType({ description: 'Result of requesting an export.' })
export class RequestedExportPayload {
  @Field({ description: 'The export that was requested, with its state.' })
  export!: RequestedExport;
}

@InputType({ description: 'The export to download.' })
export class CreateExportLinkInput {
  @Field(() => ID, { description: 'Id of the export.' })
  exportId!: string;
}
