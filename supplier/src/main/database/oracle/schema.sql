create table stock (
  item_id          varchar2(64) not null primary key,
  initial_quantity number(10)     not null,
  restocked        number(10)     not null,
  on_hand          number(10)     not null check (on_hand >= 0),
  -- Pieces that came, and left with past orders: no part of what is on hand.
  past_shipped     number(10)     default 0 not null
);
create index stock_by_number on stock (length(item_id), item_id);

create table supplier_order (
  document_id varchar2(64) not null primary key,
  order_id    varchar2(64) not null,
  state       varchar2(16) not null,
  received_ns number(19)      not null,
  shipped_ns  number(19),
  shipments   number(10)     not null,
  duplicates  number(10)     not null,
  -- A digest of what the document said; past ones have none.
  content     varchar2(64)
);

-- For the lists of orders, the newest first. In the second one, those that wait stand together.
create index order_by_time on supplier_order (received_ns, document_id);
create index waiting_order on supplier_order (shipped_ns, received_ns, document_id);
create index order_by_number on supplier_order (order_id);

create table supplier_order_line (
  document_id varchar2(64)    not null references supplier_order,
  line_no     number(10)        not null,
  item_id     varchar2(64)    not null,
  description varchar2(200 char) not null,
  quantity    number(10)        not null check (quantity > 0),
  unit_price  number(12, 2) not null,
  shipped     number(1)      not null,
  primary key (document_id, line_no)
);

-- Lines that are shipped have no entry: Oracle indexes no nulls.
create index waiting_line on supplier_order_line (case when shipped = 0 then item_id end);

create table shipment (
  shipment_id varchar2(80) not null primary key,
  order_id    varchar2(64) not null,
  item_id     varchar2(64) not null,
  quantity    number(10)     not null,
  shipped_ns  number(19)      not null
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
-- For the lists of shipments and invoices, the newest first, and for those of one order.
create index shipment_by_time on shipment (shipped_ns, shipment_id);
create index shipment_by_order on shipment (order_id);
