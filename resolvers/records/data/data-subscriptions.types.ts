import { Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { DateTime } from '../../scalars';
import { DataSet } from './data-set.types';
import { DatumType } from './datum-types';

@ObjectType({ description: 'Records of one data set that have become visible.' })
export class DataAdded {
  userId!: string;
  /** The newest records of a batch; absent for a whole data set. */
  newestIds?: string[];

  @Field(() => ID, { description: 'Id of the data set.' })
  dataSetId!: string;

  @Field(() => [DatumType], { description: 'The types of the records.' })
  types!: string[];

  @Field(() => DateTime, {
    nullable: true,
    description: 'Time of the first record; absent if there is none.',
  })
  from!: number | null;

  @Field(() => DateTime, {
    nullable: true,
    description: 'Time of the last record; absent if there is none.',
  })
  to!: number | null;

  @Field(() => Int, { description: 'Number of records.' })
  count!: number;
}

/** Kinds of data set changes in the graph. */
export const DataSetChangeKind = {
  CREATED: 'created',
  UPDATED: 'updated',
  CLOSED: 'closed',
  DELETED: 'deleted',
  DATA_DELETED: 'dataDeleted',
} as const;

registerEnumType(DataSetChangeKind, {
  name: 'DataSetChangeKind',
  description: 'Type of a change to a data set.',
  valuesConfig: {
    CREATED: { description: 'It was created.' },
    UPDATED: { description: 'Its details were changed.' },
    CLOSED: {
      description: 'It was closed: its records are visible now and replace equal ones of earlier uploads.',
    },
    DELETED: {
      description:
        'It was deleted with its records. Records that they had displaced are visible again: reload the data.',
    },
    DATA_DELETED: { description: 'Some of its records were deleted.' },
  },
});

@ObjectType({ description: 'A change to a data set.' })
export class DataSetChange {
  @Field(() => DataSetChangeKind, { description: 'Type of change.' })
  kind!: string;

  @Field(() => ID, {
    nullable: true,
    description: 'Id of the data set; absent if all data sets of the account were deleted.',
  })
  dataSetId!: string | null;

  @Field(() => DataSet, {
    nullable: true,
    description: 'The data set after the change; absent once deleted.',
  })
  dataSet!: DataSet | null;
}
