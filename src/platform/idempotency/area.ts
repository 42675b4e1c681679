import { defineArea, type Base } from '../composition/area';
import { DoneRequestEntity } from './done-request.entity';
import { IdempotencyService } from './idempotency.service';

/** Repeated requests. */
export const idempotencyArea = defineArea({
  name: 'idempotency',
  entities: [DoneRequestEntity],
  create: ({ database }: Base) => ({ idempotency: new IdempotencyService(database) }),
  forgets: ({ idempotency }) => ({
    repeatableRequests: ({ userId }) => idempotency.forgetAccount(userId),
  }),
  purges: ({ idempotency }) => ({ 'repeated-requests': idempotency }),
  close: ({ idempotency }) => idempotency.stop(),
});
