-- The storefront's own tables (PostgreSQL). Run once, as the storefront's role, in its schema.
-- Seed data are put in by the application at POST manage/reset.

create table category (
  id          varchar(64)  primary key,
  position    integer      not null,
  name        varchar(100) not null,
  description varchar(200) not null
);

create table product (
  id          varchar(64)  primary key,
  position    integer      not null,
  category_id varchar(64)  not null references category (id),
  name        varchar(100) not null,
  description varchar(200) not null
);
create index product_category on product (category_id, position);

create table item (
  id          varchar(64)   primary key,
  position    integer       not null,
  product_id  varchar(64)   not null references product (id),
  name        varchar(100)  not null,
  description varchar(200)  not null,
  price       numeric(10,2) not null check (price >= 0)
);
create index item_product on item (product_id, position);

-- Address and favourite are the customer's to give or not; "changes" counts how often the account was
-- changed, so that a reset finds the seeded ones that are not as they were.
create table customer (
  name               varchar(64)        primary key,
  password_hash      varchar(200)       not null,
  email              varchar(100),
  given_name         varchar(100),
  family_name        varchar(100),
  street             varchar(100),
  city               varchar(100),
  postal_code        varchar(100),
  country            varchar(100),
  telephone          varchar(100),
  favourite_category varchar(64),
  changes            integer            default 0 not null
);

-- Order numbers never repeat, not even over a reset: a late message of an old trial meets no new order.
create sequence order_number start with 10001;

create table placed_order (
  order_id    varchar(20)    default nextval('order_number') primary key,
  customer    varchar(64)    not null,
  received_ns bigint         not null,
  total       numeric(12,2)  not null check (total >= 0),
  lines       varchar(4000)  not null
);
create index placed_order_customer on placed_order (customer, received_ns);

-- Orders whose checkout failed when their document may have left the shop: whether they stand is being found out.
create table unsettled_order (
  order_id          varchar(20) primary key,
  customer          varchar(64) not null,
  received_ns       bigint not null,
  total             numeric(12,2) not null,
  lines             varchar(4000) not null,
  sent_outside      smallint not null,
  resolution        varchar(16) not null
);

-- Of the last 500 numbers that were drawn, those that no order has: after a crash they are asked for.
create view number_without_order as
  select n::varchar(20) as order_id
  from order_number, generate_series(greatest(10001, last_value - 499), last_value) n
  where is_called and not exists (select 1 from placed_order where order_id = n::varchar(20));

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
