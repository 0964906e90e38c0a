create table purchase_order (
  order_id          varchar2(64)    not null primary key,
  state             varchar2(16)    not null,
  customer_id       varchar2(64)    not null,
  email             varchar2(254)   not null,
  total             number(12, 2) not null check (total >= 0),
  refusal           varchar2(200),
  awaiting_approval number(1)      not null,
  -- A person's, from when it was taken until it takes effect and after; null when the rule decided.
  decision          varchar2(16),
  document          clob           not null,
  received_ns       number(19)         not null,
  approved_ns       number(19),
  completed_ns      number(19),
  invoices          number(10)        not null,
  duplicates        number(10)        not null
);

-- For the lists of orders, the newest first: all, of one state, of one customer; and to find an address by its beginning.
create index order_by_time on purchase_order (received_ns, order_id);
create index order_of_state on purchase_order (state, received_ns, order_id);
create index order_of_customer on purchase_order (customer_id, received_ns, order_id);
create index order_of_email on purchase_order (email, received_ns, order_id);

create table order_line (
  order_id   varchar2(64)    not null references purchase_order,
  line_no    number(10)        not null,
  item_id    varchar2(64)    not null,
  quantity   number(10)        not null check (quantity > 0),
  unit_price number(12, 2) not null,
  shipped    number(10)        not null check (shipped between 0 and quantity),
  primary key (order_id, line_no)
);

create table booked_invoice (
  document_id varchar2(64) not null primary key,
  order_id    varchar2(64) not null,
  -- A digest of what it said; past ones have none.
  content     varchar2(64)
);

create table shipment_notice (
  document_id varchar2(64) not null primary key,
  order_id    varchar2(64) not null,
  -- A digest of what it said; past ones have none.
  content     varchar2(64)
);

-- What the storefront's catalogue says of each item, so that sales are added up by category where they lie.
create table item_category (
  item_id  varchar2(64)  not null primary key,
  category varchar2(100) not null
);

-- The history of orders, for people to look at. A step is written here some time after it is over.
create table step_record (
  order_id    varchar2(64) not null,
  step        varchar2(32) not null,
  began_ns    number(19)   not null,
  ended_ns    number(19)   not null,
  deliveries  number(10)   not null,
  outcome     varchar2(16) not null,
  document_id varchar2(64) not null,
  transition  varchar2(32),
  delegate    varchar2(32)
);
create index step_of_order on step_record (order_id, began_ns);
