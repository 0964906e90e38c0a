create table stock (
  item_id          varchar(64) not null primary key,
  initial_quantity integer     not null,
  restocked        integer     not null,
  on_hand          integer     not null check (on_hand >= 0),
  -- Pieces that came, and left with past orders: no part of what is on hand.
  past_shipped     integer     default 0 not null
);
create index stock_by_number on stock (length(item_id), item_id);

create table supplier_order (
  document_id varchar(64) not null primary key,
  order_id    varchar(64) not null,
  state       varchar(16) not null,
  received_ns bigint      not null,
  shipped_ns  bigint,
  shipments   integer     not null,
  duplicates  integer     not null,
  -- A digest of what the document said; past ones have none.
  content     varchar(64)
);

-- For the lists of orders, the newest first; few orders wait, and that index holds only those.
create index order_by_time on supplier_order (received_ns, document_id);
create index waiting_order on supplier_order (received_ns, document_id) where shipped_ns is null;
create index order_by_number on supplier_order (order_id);

create table supplier_order_line (
  document_id varchar(64)    not null references supplier_order,
  line_no     integer        not null,
  item_id     varchar(64)    not null,
  description varchar(200)   not null,
  quantity    integer        not null check (quantity > 0),
  unit_price  numeric(12, 2) not null,
  shipped     boolean        not null,
  primary key (document_id, line_no)
);

-- Few lines wait: the index holds only those.
create index waiting_line on supplier_order_line (item_id) where not shipped;

create table shipment (
  shipment_id varchar(80) not null primary key,
  order_id    varchar(64) not null,
  item_id     varchar(64) not null,
  quantity    integer     not null,
  shipped_ns  bigint      not null
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
-- For the lists of shipments and invoices, the newest first, and for those of one order.
create index shipment_by_time on shipment (shipped_ns, shipment_id);
create index shipment_by_order on shipment (order_id);
