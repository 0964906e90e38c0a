create table purchase_order (
  order_id          varchar(64)    not null primary key,
  state             varchar(16)    not null,
  customer_id       varchar(64)    not null,
  email             varchar(254)   not null,
  total             numeric(12, 2) not null check (total >= 0),
  refusal           varchar(200),
  awaiting_approval boolean        not null,
  -- A person's, from when it was taken until it takes effect and after; null when the rule decided.
  decision          varchar(16),
  document          text           not null,
  received_ns       bigint         not null,
  approved_ns       bigint,
  completed_ns      bigint,
  invoices          integer        not null,
  duplicates        integer        not null
);

-- For the lists of orders, the newest first: all, of one state, of one customer; and to find an address by its beginning.
create index order_by_time on purchase_order (received_ns, order_id);
create index order_of_state on purchase_order (state, received_ns, order_id);
create index order_of_customer on purchase_order (customer_id, received_ns, order_id);
create index order_of_email on purchase_order (email, received_ns, order_id);

-- For the sales: how many days there are, or the planner takes each order for a day of its own and sorts what it should add up.
create statistics order_day on (floor(received_ns / 86400000000000)) from purchase_order;

create table order_line (
  order_id   varchar(64)    not null references purchase_order,
  line_no    integer        not null,
  item_id    varchar(64)    not null,
  quantity   integer        not null check (quantity > 0),
  unit_price numeric(12, 2) not null,
  shipped    integer        not null check (shipped between 0 and quantity),
  primary key (order_id, line_no)
);

create table booked_invoice (
  document_id varchar(64) not null primary key,
  order_id    varchar(64) not null,
  -- A digest of what it said; past ones have none.
  content     varchar(64)
);

create table shipment_notice (
  document_id varchar(64) not null primary key,
  order_id    varchar(64) not null,
  -- A digest of what it said; past ones have none.
  content     varchar(64)
);

-- What the storefront's catalogue says of each item, so that sales are added up by category where they lie.
create table item_category (
  item_id  varchar(64)  not null primary key,
  category varchar(100) not null
);

-- The history of orders, for people to look at. A step is written here some time after it is over.
create table step_record (
  order_id    varchar(64) not null,
  step        varchar(32) not null,
  began_ns    bigint      not null,
  ended_ns    bigint      not null,
  deliveries  integer     not null,
  outcome     varchar(16) not null,
  document_id varchar(64) not null,
  transition  varchar(32),
  delegate    varchar(32)
);
create index step_of_order on step_record (order_id, began_ns);
