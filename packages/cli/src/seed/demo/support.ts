import type { DemoBoard, DemoWords } from "../DemoBoard.js"

/** The demo's board of what customers ask. */
export const support = ({ day, user }: DemoWords): DemoBoard => ({
  name: "Support queue",
  description: "What customers ask. The oldest of the highest priority comes first.",
  background: { type: "solid", value: "#0F766E" },
  made: 45,
  groups: [
    ["new", "New", "#E2445C"],
    ["open", "Being worked on", "#FDAB3D"],
    ["waiting", "Waiting for the customer", "#A25DDC"],
    ["solved", "Solved", "#00C875"]
  ],
  columns: [
    ["customer", "Customer", "text"],
    ["channel", "Came by", "status", "mail, phone or chat"],
    ["plan", "Plan", "status"],
    ["received", "Received", "date"],
    ["owner", "Answered by", "person"],
    ["rating", "Rating", "rating", "1 to 5, by the customer"]
  ],
  tasks: [
    {
      group: "new",
      name: "Export leaves out archived boards",
      description: "“We export every Friday. Since last week two boards are missing.” Nothing in our logs.",
      priority: "high",
      made: 0.3,
      due: 1,
      values: { customer: "Brookfield Joinery", channel: "mail", plan: "Team", received: day(0) }
    },
    {
      group: "new",
      name: "Invoice with a second address",
      priority: "low",
      made: 0.6,
      due: 5,
      values: { customer: "Osterman & Daughters", channel: "mail", plan: "Team", received: day(0) }
    },
    {
      group: "open",
      name: "Cannot sign in after changing the address",
      description: "The new address is verified, the old one is still asked for by the browser's password manager.",
      status: "working",
      priority: "high",
      assignees: ["tom"],
      made: 1.5,
      due: 0,
      values: { customer: "Lakeside Dental", channel: "phone", plan: "Single", received: day(-1), owner: user("tom") },
      comments: [
        ["tom", 1.2, "Talked to them: it is only the one browser."],
        ["daniel", 1.1, "We could say so on the page. I will look at the wording, @Sofia?", "sofia"],
        ["sofia", 0.5, "Proposal is in the landing page's folder."]
      ],
      timeEntries: [["daniel", 1, 25, "Looked at the sign-in"]]
    },
    {
      group: "open",
      name: "Import of 12,000 rows stops half way",
      status: "working",
      assignees: ["daniel", "sofia"],
      made: 3,
      due: 2,
      values: {
        customer: "Halden Logistics",
        channel: "chat",
        plan: "Business",
        received: day(-3),
        owner: user("daniel")
      },
      comments: [["daniel", 2.4, "The file has a date of 31 February in line 6,204. The message should say so."]],
      subtasks: [
        ["Ask for the file", true],
        ["Find the row", true],
        ["Answer the customer", false]
      ],
      timeEntries: [["daniel", 2.5, 70, "Read the file line by line"]]
    },
    {
      group: "waiting",
      name: "Wants a signed contract for processing data",
      status: "Waiting",
      assignees: ["maya"],
      made: 8,
      due: 7,
      values: { customer: "City of Varnby", channel: "mail", plan: "Business", received: day(-8), owner: user("maya") },
      comments: [["maya", 5, "Sent our template; their lawyers read it."]]
    },
    {
      group: "waiting",
      name: "Colours are hard to tell apart",
      description: "A colour-blind colleague cannot tell “Stuck” from “Done”.",
      status: "Waiting",
      priority: "medium",
      assignees: ["sofia"],
      made: 11,
      due: -4,
      values: {
        customer: "Lakeside Dental",
        channel: "chat",
        plan: "Single",
        received: day(-11),
        owner: user("sofia")
      },
      comments: [["sofia", 6, "Sent them the themes that we have, and asked which would do."]]
    },
    {
      group: "solved",
      name: "Mails end up with the spam",
      status: "done",
      assignees: ["daniel"],
      made: 26,
      due: -20,
      values: {
        customer: "Brookfield Joinery",
        channel: "phone",
        plan: "Team",
        received: day(-26),
        owner: user("daniel"),
        rating: 5
      },
      timeEntries: [["daniel", 24, 35, "DNS entries, on the phone"]]
    },
    {
      group: "solved",
      name: "How do I invite a guest?",
      status: "done",
      priority: "low",
      assignees: ["tom"],
      made: 14,
      due: -13,
      values: {
        customer: "Halden Logistics",
        channel: "chat",
        plan: "Business",
        received: day(-14),
        owner: user("tom"),
        rating: 4
      },
      comments: [["tom", 13.5, "As a viewer; they were happy with that."]]
    }
  ]
})
