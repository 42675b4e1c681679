import { Field, Float } from 'type-graphql';

interface ShareFacts {
  /** The name in the graph. */
  name: string;
  /** The property, which has been a field of the same name. */
  formerName: string;
  description: string;
  nullable?: boolean;
}

/**
 * Declares a property that holds a share between 0 and 1. Earlier releases had it under a name that ends in `percent`,
 * which stays as a deprecated field.
 */
export function ShareField({
  name,
  formerName,
  description,
  nullable = false,
}: ShareFacts): PropertyDecorator {
  return (prototype, key) => {
    Field(() => Float, { name, nullable, description })(prototype, key);
    Field(() => Float, {
      name: formerName,
      nullable,
      description: `The same as \`${name}\`: a share between 0 and 1, not a percentage.`,
      deprecationReason: `Use \`${name}\`, whose name says what it is.`,
    })(prototype, key);
  };
}
