import type { DemoBoard, DemoWords } from "../DemoBoard.js"

/** The demo's board of people who want to join. */
export const hiring = ({ day, user }: DemoWords): DemoBoard => ({
  name: "Hiring",
  description: "Two places: a back-end developer and somebody for support. Everybody gets an answer within a week.",
  background: { type: "gradient", value: "linear-gradient(90deg, #0EA5E9, #22C55E)" },
  made: 40,
  groups: [
    ["applied", "Applied", "#579BFC"],
    ["talks", "Talks", "#FDAB3D"],
    ["offer", "Offer", "#00C875"],
    ["closed", "Closed", "#C4C4C4"]
  ],
  columns: [
    ["place", "Place", "status"],
    ["city", "City", "text"],
    ["talk", "Next talk", "date"],
    ["host", "Talks to", "person"],
    ["years", "Years in the trade", "number"],
    ["remote", "Remote", "checkbox"]
  ],
  tasks: [
    {
      group: "applied",
      name: "Ingrid Halvorsen",
      description: "Writes well, and knows our product: she has run a board of 40 people for two years.",
      assignees: ["maya"],
      made: 2,
      due: 3,
      values: { place: "Support", city: "Bergen", years: 6, remote: true }
    },
    {
      group: "applied",
      name: "Bilal Rahman",
      assignees: ["daniel"],
      made: 1,
      due: 4,
      values: { place: "Back end", city: "Leeds", years: 3, remote: false }
    },
    {
      group: "talks",
      name: "Chiara Fontana",
      description: "Databases for nine years. Her talk about queues is worth the half hour.",
      status: "working",
      priority: "high",
      assignees: ["daniel", "maya"],
      made: 13,
      due: 1,
      values: { place: "Back end", city: "Turin", talk: day(1), host: user("daniel"), years: 9, remote: true },
      comments: [
        ["daniel", 5, "First talk went well. I should like to see her with the team."],
        ["maya", 4.6, "Then tomorrow at ten. @Sofia, will you join?", "sofia"],
        ["sofia", 4.5, "Gladly."]
      ],
      subtasks: [
        ["First talk", true],
        ["Exercise", true],
        ["Meet the team", false],
        ["References", false]
      ],
      timeEntries: [
        ["daniel", 5.2, 60, "First talk"],
        ["daniel", 4.8, 30, "Read the exercise"]
      ]
    },
    {
      group: "talks",
      name: "Jakub Nowak",
      status: "working",
      assignees: ["sofia"],
      made: 10,
      due: 0,
      values: { place: "Support", city: "Gdańsk", talk: day(0), host: user("sofia"), years: 4, remote: true },
      subtasks: [
        ["First talk", true],
        ["An hour in the queue", false]
      ],
      timeEntries: [["sofia", 3, 45, "First talk"]]
    },
    {
      group: "offer",
      name: "Amara Diallo",
      description: "Said yes on the phone; the contract goes out this week.",
      status: "working",
      priority: "high",
      assignees: ["maya"],
      made: 25,
      due: 2,
      values: { place: "Support", city: "Lyon", talk: day(-6), host: user("maya"), years: 7, remote: false },
      comments: [
        ["maya", 1.5, "She starts on the first of the month if the contract is with her by Friday."],
        ["tom", 1.4, "Wonderful news."]
      ],
      subtasks: [
        ["Contract", false],
        ["Laptop", false],
        ["Accounts", false]
      ]
    },
    {
      group: "closed",
      name: "Peter Vance",
      status: "done",
      priority: "low",
      assignees: ["daniel"],
      made: 33,
      due: -25,
      values: { place: "Back end", city: "Cork", years: 15, remote: true },
      comments: [["daniel", 26, "Has taken another offer. We keep in touch."]]
    }
  ]
})
