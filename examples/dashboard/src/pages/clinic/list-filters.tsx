import { useEffect, useState } from 'react';
import { Choice } from '../../ui/choice';
import { lowOptions, periodOptions, targetOptions, uploadOptions, type ListSettings } from './list-settings';

interface ListFiltersProps {
  settings: ListSettings;
  tags: readonly { id: string; name: string }[];
  onChange: (changes: Partial<ListSettings>) => void;
}

/** Milliseconds without typing after which a search begins. */
const searchPause = 300;

/** Search, filters and period of the patient list. */
export function ListFilters({ settings, tags, onChange }: ListFiltersProps) {
  const { tagIds, target, low, upload, period, search } = settings;
  const isFiltered = search !== '' || tagIds.length > 0 || [target, low, upload].some((each) => each !== '');
  const toggle = (id: string) =>
    onChange({ tagIds: tagIds.includes(id) ? tagIds.filter((each) => each !== id) : [...tagIds, id] });
  return (
    <search className="filters" aria-label="Filters of the patient list">
      <SearchField key={search} search={search} onSearch={(text) => onChange({ search: text })} />
      <Choice
        label="Time in range"
        value={target}
        options={targetOptions}
        onChoose={(value) => onChange({ target: value })}
      />
      <Choice
        label="Time below range"
        value={low}
        options={lowOptions}
        onChoose={(value) => onChange({ low: value })}
      />
      <Choice
        label="Last upload"
        value={upload}
        options={uploadOptions}
        onChoose={(value) => onChange({ upload: value })}
      />
      <Choice
        label="Period"
        value={period}
        options={periodOptions}
        onChoose={(value) => onChange({ period: value })}
      />
      {tags.length > 0 && (
        <fieldset className="tag-filter">
          <legend>Tags</legend>
          {tags.map(({ id, name }) => (
            <label key={id} className={`chip choosable ${tagIds.includes(id) ? 'chosen' : ''}`}>
              <input type="checkbox" checked={tagIds.includes(id)} onChange={() => toggle(id)} />
              {name}
            </label>
          ))}
        </fieldset>
      )}
      {isFiltered && (
        <button
          type="button"
          className="button quiet"
          onClick={() => onChange({ search: '', tagIds: [], target: '', low: '', upload: '' })}
        >
          Clear filters
        </button>
      )}
    </search>
  );
}

/** Searches when the person has stopped typing. */
function SearchField({ search, onSearch }: { search: string; onSearch: (text: string) => void }) {
  const [text, setText] = useState(search);
  useEffect(() => {
    if (text.trim() === search) return;
    const timer = setTimeout(() => onSearch(text.trim()), searchPause);
    return () => clearTimeout(timer);
  });
  return (
    <label className="field search">
      <span>Search</span>
      <input
        type="search"
        value={text}
        placeholder="Name, record number, birthday"
        onChange={(event) => setText(event.target.value)}
      />
    </label>
  );
}
