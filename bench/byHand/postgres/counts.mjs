const WINDOW_MILLIS = 60_000

const HIT = `insert into boardwright_rate_count as counted (key, count, resets_at)
  values ($1, 1, clock_timestamp() + interval '${WINDOW_MILLIS} milliseconds')
  on conflict (key) do update set
    count = case when counted.resets_at > clock_timestamp() then counted.count + 1 else 1 end,
    resets_at = case when counted.resets_at > clock_timestamp() then counted.resets_at
      else clock_timestamp() + interval '${WINDOW_MILLIS} milliseconds' end
  returning count, resets_at as "resetsAt"`

/** Counts requests in fixed windows of a minute, for all servers on the database. */
export const counts = ({ one }) => ({ count: (key) => one(HIT, [key]) })
