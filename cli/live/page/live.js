// Draws what the lab tells once a second. What is null is not known: a line has a gap there.
"use strict";

const SVG = "http://www.w3.org/2000/svg";
const WIDTH = 300, HEIGHT = 100;
const LATE_MS = 6000;
const element = (id) => document.getElementById(id);
let source = null, last = null, heardAt = null, over = false;

function setText(node, text) { if (node.textContent !== text) node.textContent = text; }

function made(name, attributes, ...children) {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
}

function html(name, className, ...children) {
  const node = document.createElement(name);
  if (className) node.className = className;
  node.append(...children);
  return node;
}

function number(value) {
  if (value === null || value === undefined) return "not known";
  if (Number.isInteger(value)) return String(value);
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

function seconds(value) { return value < 1 ? `${+(value * 1000).toPrecision(3)} ms` : `${+value.toPrecision(3)} s`; }

function left(dueMs, nowMs) {
  const all = Math.max(0, Math.round((dueMs - nowMs) / 1000));
  const hours = Math.floor(all / 3600), minutes = Math.floor(all / 60) % 60;
  return hours ? `${hours} h ${minutes} min` : minutes ? `${minutes} min ${all % 60} s` : `${all} s`;
}

// The newest values that are known, of the last ten seconds: the newest column has only begun.
function recent(values, columns = 5) { return values.slice(-columns).filter((value) => value !== null); }
function latest(values) { const known = recent(values); return known.length ? known[known.length - 1] : null; }

function minutesShown(shot) { return Math.round(shot.orders.placed.length * shot.column_ms / 60000); }

// series: {name, values, text}, each a line with a legend that says its value.
function chart(id, series, unit, shot) {
  const box = element(id);
  const known = series.flatMap((each) => each.values.filter((value) => value !== null));
  if (!known.length) {
    box.replaceChildren(html("p", "quiet", "Not known yet."));
    return;
  }
  const top = Math.max(...known, 1e-9);
  const picture = made("svg", {viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true"},
    made("path", {class: "axis", d: `M0 ${HEIGHT}H${WIDTH}M0 0H${WIDTH}`}));
  series.forEach((each, place) => picture.append(made("path", {class: look(place), d: path(each.values, top)})));
  const scale = html("p", "scale", html("span", "", `${number(top)} ${unit} at the top`),
    html("span", "", `last ${minutesShown(shot)} minutes`));
  const legend = html("ul", "legend", ...series.map((each, place) => html("li", "",
    made("svg", {viewBox: "0 0 26 10", "aria-hidden": "true"}, made("path", {class: look(place), d: "M0 5H26"})),
    `${each.name}: ${each.text === undefined ? number(latest(each.values)) : each.text}`)));
  box.replaceChildren(picture, scale, legend);
}

// Colour and dashes: a line that lies upon another lets it be seen, and nobody needs the colours.
function look(place) { return `line s${place % 6} d${(place + Math.floor(place / 6)) % 3}`; }

function path(values, top) {
  let text = "", pen = false;
  values.forEach((value, place) => {
    if (value === null) { pen = false; return; }
    const x = (place + 0.5) / values.length * WIDTH, y = HEIGHT - value / top * HEIGHT;
    // A value between two gaps would be a line of no length: round ends make it a dot.
    text += pen ? `L${x.toFixed(1)} ${y.toFixed(1)}` : `M${x.toFixed(1)} ${y.toFixed(1)}h0`;
    pen = true;
  });
  return text;
}

function quantile(counts, bounds, share) {
  const all = counts.reduce((sum, count) => sum + count, 0);
  let below = 0;
  for (let bin = 0; bin < counts.length; bin++) {
    below += counts[bin];
    if (all && below >= share * all) return bin < bounds.length ? `${seconds(bounds[bin])} or less` : `above ${seconds(bounds[bounds.length - 1])}`;
  }
  return null;
}

function responses(shot) {
  const canvas = element("responses"), known = shot.responses.filter((each) => each !== null);
  const sums = shot.bounds_s.concat(null).map((_, bin) => known.reduce((sum, each) => sum + (each[bin] || 0), 0));
  const used = sums.flatMap((sum, bin) => (sum ? [bin] : []));
  canvas.hidden = !used.length;
  if (!used.length) {
    canvas.getContext("2d").clearRect(0, 0, canvas.width, canvas.height);
    setText(element("responses-now"), known.length ? "No order has been completed in the last minutes." : "Not known yet.");
    setText(element("responses-scale"), "");
    return;
  }
  const lowest = Math.max(0, used[0] - 1), highest = Math.min(sums.length - 1, used[used.length - 1] + 1);
  const now = recent(shot.responses, 8);
  const counts = sums.map((_, bin) => now.reduce((sum, each) => sum + (each[bin] || 0), 0));
  const median = quantile(counts, shot.bounds_s, 0.5), late = quantile(counts, shot.bounds_s, 0.95);
  setText(element("responses-now"), median
    ? `Of the last 15 seconds: median ${median}, 95th percentile ${late}.` : "No order in the last 15 seconds.");
  const bound = (bin) => (bin < shot.bounds_s.length ? seconds(shot.bounds_s[bin]) : "longer");
  const lower = lowest ? seconds(shot.bounds_s[lowest - 1]) : "0 s";
  element("responses-scale").replaceChildren(
    html("span", "", `from ${lower} below to ${bound(highest)} above, logarithmic; stronger colour: more orders`));
  heat(canvas, shot.responses, lowest, highest, Math.max(...known.flat()));
}

function heat(canvas, columns, lowest, highest, most) {
  const ratio = window.devicePixelRatio || 1;
  const width = Math.round(canvas.clientWidth * ratio), height = Math.round(canvas.clientHeight * ratio);
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, {width, height});
  const context = canvas.getContext("2d"), rows = highest - lowest + 1;
  const colour = getComputedStyle(document.documentElement).getPropertyValue("--heat");
  context.clearRect(0, 0, width, height);
  const cell = Math.ceil(width / columns.length), row = Math.ceil(height / rows);
  columns.forEach((counts, place) => {
    for (let bin = lowest; counts && bin <= highest; bin++) {
      if (!counts[bin]) continue;
      context.fillStyle = `rgba(${colour}, ${0.2 + 0.8 * Math.sqrt(counts[bin] / most)})`;
      context.fillRect(Math.floor(place * width / columns.length), Math.floor((highest - bin) * height / rows), cell, row);
    }
  });
}

function progress(shot) {
  const trial = shot.trial, nowMs = shot.now_ms;
  setText(element("trial"), trial.number ? `Trial ${trial.number} of ${trial.of}: ${trial.text}` : "No trial has begun.");
  const phases = element("phases");
  if (phases.children.length !== shot.phases.length)
    phases.replaceChildren(...shot.phases.map((phase) => html("li", "", phase)));
  [...phases.children].forEach((item) => {
    if (shot.state === "running" && item.textContent === trial.phase) item.setAttribute("aria-current", "step");
    else item.removeAttribute("aria-current");
  });
  const parts = [];
  if (shot.state === "running") {
    parts.push(trial.doing_due_ms === null ? `Now: ${trial.doing}.` : `Now: ${trial.doing}, ${left(trial.doing_due_ms, nowMs)} left.`);
    if (trial.due_ms !== null) parts.push(`The experiment: about ${left(trial.due_ms, nowMs)} left.`);
  }
  setText(element("doing"), parts.join(" "));
  element("progress").max = Math.max(1, trial.of);
  element("progress").value = shot.ended_count;
  setText(element("progress-text"), trial.of ? `${shot.ended_count} of ${trial.of} trials have ended` : "Trials that have ended");
}

function ended(shot) {
  const rows = element("ended");
  element("ended-scroll").hidden = !shot.ended.length;
  const valid = shot.ended_count - shot.void_count;
  setText(element("ended-text"), shot.ended_count ? `${valid} valid, ${shot.void_count} void or failed.` : "None yet.");
  const newest = shot.ended.length ? shot.ended[shot.ended.length - 1].id : "";
  if (rows.dataset.of === `${shot.ended_count} ${newest}`) return;
  rows.dataset.of = `${shot.ended_count} ${newest}`;
  rows.replaceChildren(...shot.ended.slice().reverse().map((trial) => html("tr", "",
    html("td", "", trial.id), html("td", "", trial.text),
    html("td", "", html("span", trial.reason === null ? "valid" : "void", trial.reason === null ? "valid" : "void"),
      trial.reason === null ? "" : `: ${trial.reason}`),
    html("td", "number", number(trial.canary_ms)))));
}

function draw() {
  const shot = last;
  if (shot === null || document.hidden) return;  // drawing takes CPU that the servers need
  setText(element("experiment"), `Petlab, live: ${shot.experiment}`);
  setText(element("question"), shot.question);
  document.title = shot.trial.number ? `${shot.trial.number}/${shot.trial.of} ${shot.experiment}, Petlab live` : `${shot.experiment}, Petlab live`;
  progress(shot);
  chart("orders", [{name: "placed", values: shot.orders.placed}, {name: "completed", values: shot.orders.completed}], "orders/s", shot);
  responses(shot);
  const queues = shot.queues.filter((each) => each.values.some((value) => value));
  const lengths = queues.length ? queues : shot.queues.slice(0, 1).map((each) => ({...each, name: `all ${shot.queues.length} queues`}));
  chart("queues", shot.dead ? [...lengths, {name: "dead letters", values: [], text: String(shot.dead)}] : lengths, "documents", shot);
  chart("pauses", [{name: "longest", values: shot.pauses.longest_ms, text: `${number(latest(shot.pauses.longest_ms))} ms`},
    {name: `together in ${shot.column_ms / 1000} s`, values: shot.pauses.sum_ms, text: `${number(latest(shot.pauses.sum_ms))} ms`}], "ms", shot);
  chart("cpu", [{name: `whole machine, of ${shot.cores}`, values: shot.busy}, ...shot.cpu], "cores", shot);
  chart("canary", [{name: "CPU time of the work", values: shot.canary_ms, text: `${number(latest(shot.canary_ms))} ms`}], "ms", shot);
  ended(shot);
}

function say(text, className) {
  const banner = element("state");
  setText(banner, text);
  banner.className = `banner ${className}`;
}

function hear(event) {
  last = JSON.parse(event.data);
  heardAt = Date.now();
  over = last.state !== "running";
  if (over) {
    source.close();
    say(last.outcome, last.state === "ended" ? "over" : "bad");
  } else {
    say("The run is under way.", "");
  }
  draw();
}

function lost() {
  if (over) return;
  say(heardAt === null ? "The lab cannot be reached. Trying again."
    : `The lab cannot be reached any more, since ${new Date(heardAt).toLocaleTimeString()}. What is shown is of then. Trying again.`, "bad");
  if (source.readyState === EventSource.CLOSED) setTimeout(follow, 3000);  // refused: it may have too many
}

function follow() {
  if (over) return;
  source = new EventSource("/events");
  source.onmessage = hear;
  source.onerror = lost;
}

setInterval(() => {
  if (!over && heardAt !== null && Date.now() - heardAt > LATE_MS && source.readyState === EventSource.OPEN)
    say(`No news from the lab since ${new Date(heardAt).toLocaleTimeString()}.`, "bad");
}, 1000);
document.addEventListener("visibilitychange", draw);
window.addEventListener("resize", draw);
follow();
