import { ArgsType, Field, Float, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import type { ExportState, RequestedExportEntity } from '../src/exports/requested-export.entity';
import { PageInfo } from './page-info';
import { DateTime } from './scalars';

/** States of requested exports as the graph spells them. */
export const ExportStateName: Record<string, ExportState> = {
  WAITING: 'waiting',
  RUNNING: 'running',
  READY: 'ready',
  FAILED: 'failed',
};

registerEnumType(ExportStateName, {
  name: 'ExportState',
  description: 'How far an export is that is made in the background.',
  valuesConfig: {
    WAITING: { description: 'Nobody has begun to make the file.' },
    RUNNING: { description: 'The file is being made.' },
    READY: { description: 'The file can be had.' },
    FAILED: { description: 'The file could not be made; ask for a new export.' },
  },
});

@ObjectType({ description: 'An export that is made in the background. Only who has asked for it sees it.' })
export class RequestedExport {
  @Field(() => ID, { description: 'Id of the export.' })
  id!: string;

  @Field(() => ID, { description: 'Account whose records are exported.' })
  userId!: string;

  @Field(() => ExportStateName, { description: 'How far the export is.' })
  state!: ExportState;

  @Field(() => Int, { description: 'Lines of records that are written so far.' })
  lineCount!: number;

  @Field(() => Float, { nullable: true, description: 'Bytes of the file; absent until it is ready.' })
  size!: number | null;

  @Field(() => DateTime, { description: 'When it was asked for.' })
  createdTime!: number;

  @Field(() => DateTime, {
    nullable: true,
    description: 'When it became ready, or failed; absent until then.',
  })
  finishedTime!: number | null;

  @Field(() => DateTime, { description: 'From then on there is neither export nor file.' })
  expirationTime!: number;
}

/** The export as the graph shows it. */
export const toRequestedExport = ({
  requesterId: _requester,
  options: _options,
  contentKey: _key,
  ...shown
}: RequestedExportEntity): RequestedExport => Object.assign(new RequestedExport(), shown);

@ObjectType({ description: 'An export and its place in the list.' })
export class RequestedExportEdge {
  @Field({ description: 'The place, for `after`.' })
  cursor!: string;

  @Field({ description: 'The export.' })
  node!: RequestedExport;
}

@ObjectType({ description: 'A page of exports, newest first.' })
export class RequestedExportConnection {
  @Field(() => [RequestedExportEdge], { description: 'The exports of the page.' })
  edges!: RequestedExportEdge[];

  @Field({ description: 'Where the page stands in the list.' })
  pageInfo!: PageInfo;
}

@ArgsType()
export class RequestedExportArguments {
  @Field(() => Int, { description: 'How many exports at most, up to 1,000.', defaultValue: 20 })
  first!: number;

  @Field(() => String, { nullable: true, description: 'Cursor behind which the page begins.' })
  after?: string;
}

@ObjectType({ description: 'What came of a request for an export.' })
export class RequestedExportPayload {
  @Field({ description: 'The export.' })
  export!: RequestedExport;
}

@InputType({ description: 'Which file is wanted.' })
export class CreateExportLinkInput {
  @Field(() => ID, { description: 'The export.' })
  exportId!: string;
}
