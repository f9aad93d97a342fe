import type { Step } from "./Step.js"

// `boardwright_search` has a row once the indexing began: up to which change the texts are indexed. `boardwright_search_board`
// has the boards of which also the texts that no change names are to be indexed, from a place in the order of tasks on. An
// entry is a task or a comment; its words are with it, or in a virtual table under its id. SQLite gathers all texts of a longer
// beginning of words before it returns one: with a million texts that takes 60 ms, and less than 1 ms of these lengths.
export const searchIndex: Step = ({ commitOrder, id, integer, rank, serial, strict, wordSet }) => [
  `create table boardwright_search (
    id ${id} primary key not null,
    position ${commitOrder ?? integer} not null
  )${strict}`,
  `create table boardwright_search_board (
    board_id ${id} primary key not null references boardwright_board (id) on delete cascade,
    after_rank ${rank} not null,
    after_id ${id} not null
  )${strict}`,
  `create table boardwright_search_entry (
    id ${serial},
    task_id ${id} not null references boardwright_task (id) on delete cascade,
    comment_id ${id} references boardwright_comment (id) on delete cascade${wordSet === null ? "" : `,\n    words ${wordSet} not null`}
  )${strict}`,
  `create index boardwright_search_entry_task on boardwright_search_entry (task_id, comment_id)`,
  `create index boardwright_search_entry_comment on boardwright_search_entry (comment_id)`,
  ...(wordSet === null
    ? [
        `create virtual table boardwright_search_text using fts5 (words, content = '', contentless_delete = 1,
          detail = none, tokenize = 'ascii', prefix = '1 2 3 4 5 6 7 8 9 10 11 12')`,
        `create trigger boardwright_search_entry_removed after delete on boardwright_search_entry begin
          delete from boardwright_search_text where rowid = old.id; end`
      ]
    : [`create index boardwright_search_entry_words on boardwright_search_entry using gin (words)`])
]
