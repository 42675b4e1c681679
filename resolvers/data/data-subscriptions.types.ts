import { Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { DateTime } from '../scalars';
import { DataSet } from './data-set.types';
import { DatumType } from './datum-types';

@ObjectType({ description: 'Records of one data set that can be seen from now on.' })
export class DataAdded {
  userId!: string;
  /** Of a batch, the newest records; absent for a whole data set. */
  newestIds?: string[];

  @Field(() => ID, { description: 'Id of the data set.' })
  dataSetId!: string;

  @Field(() => [DatumType], { description: 'The types of the records.' })
  types!: string[];

  @Field(() => DateTime, {
    nullable: true,
    description: 'Time of the first of them; absent when there is none.',
  })
  from!: number | null;

  @Field(() => DateTime, {
    nullable: true,
    description: 'Time of the last of them; absent when there is none.',
  })
  to!: number | null;

  @Field(() => Int, { description: 'How many there are.' })
  count!: number;
}

/** What may happen to a data set, as the graph spells it. */
export const DataSetChangeKind = {
  CREATED: 'created',
  UPDATED: 'updated',
  CLOSED: 'closed',
  DELETED: 'deleted',
  DATA_DELETED: 'dataDeleted',
} as const;

registerEnumType(DataSetChangeKind, {
  name: 'DataSetChangeKind',
  description: 'What was done to a data set.',
  valuesConfig: {
    CREATED: { description: 'It was created.' },
    UPDATED: { description: 'Facts about it were changed.' },
    CLOSED: {
      description:
        'It was closed: its records can be seen from now on, in place of equal ones of earlier read-outs.',
    },
    DELETED: {
      description:
        'It was deleted, and its records are destroyed. What they had displaced can be seen again: read anew.',
    },
    DATA_DELETED: { description: 'Some of its records were deleted.' },
  },
});

@ObjectType({ description: 'Something that was done to a data set.' })
export class DataSetChange {
  @Field(() => DataSetChangeKind, { description: 'What was done.' })
  kind!: string;

  @Field(() => ID, {
    nullable: true,
    description: 'Id of the data set; absent when all data sets of the account were destroyed.',
  })
  dataSetId!: string | null;

  @Field(() => DataSet, {
    nullable: true,
    description: 'The data set as it is now; absent once it is destroyed.',
  })
  dataSet!: DataSet | null;
}
