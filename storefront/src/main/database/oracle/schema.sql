-- The storefront's own tables (Oracle 19c or later). Run once, as the storefront's user.
-- Seed data are put in by the application at POST manage/reset. Could not be tried against an Oracle server.

create table category (
  id          varchar2(64 char)  primary key,
  position    number(10)         not null,
  name        varchar2(100 char) not null,
  description varchar2(200 char) not null
);

create table product (
  id          varchar2(64 char)  primary key,
  position    number(10)         not null,
  category_id varchar2(64 char)  not null references category (id),
  name        varchar2(100 char) not null,
  description varchar2(200 char) not null
);
create index product_category on product (category_id, position);

create table item (
  id          varchar2(64 char)  primary key,
  position    number(10)         not null,
  product_id  varchar2(64 char)  not null references product (id),
  name        varchar2(100 char) not null,
  description varchar2(200 char) not null,
  price       number(10,2)       not null check (price >= 0)
);
create index item_product on item (product_id, position);

-- Address and favourite are the customer's to give or not; "changes" counts how often the account was
-- changed, so that a reset finds the seeded ones that are not as they were.
create table customer (
  name               varchar2(64 char)  primary key,
  password_hash      varchar2(200 char) not null,
  email              varchar2(100 char),
  given_name         varchar2(100 char),
  family_name        varchar2(100 char),
  street             varchar2(100 char),
  city               varchar2(100 char),
  postal_code        varchar2(100 char),
  country            varchar2(100 char),
  telephone          varchar2(100 char),
  favourite_category varchar2(64 char),
  changes            number(10)         default 0 not null
);

-- Order numbers never repeat, not even over a reset: a late message of an old trial meets no new order.
create sequence order_number start with 10001;

create table placed_order (
  order_id    varchar2(20 char)   default to_char(order_number.nextval) primary key,
  customer    varchar2(64 char)   not null,
  received_ns number(19)          not null,
  total       number(12,2)        not null check (total >= 0),
  lines       varchar2(4000 char) not null
);
create index placed_order_customer on placed_order (customer, received_ns);

-- Orders whose checkout failed when their document may have left the shop: whether they stand is being found out.
create table unsettled_order (
  order_id          varchar2(20 char) primary key,
  customer          varchar2(64 char) not null,
  received_ns       number(19) not null,
  total             number(12,2) not null,
  lines             varchar2(4000 char) not null,
  sent_outside      number(1) not null,
  resolution        varchar2(16 char) not null
);

-- Of the last 500 numbers that were drawn, those that no order has: after a crash they are asked for.
create view number_without_order as
  select drawn.order_id
  from (select to_char(last_number - level) as order_id, last_number - level as n
        from user_sequences where sequence_name = 'ORDER_NUMBER' connect by level <= 500) drawn
  where drawn.n >= 10001
    and not exists (select 1 from placed_order where placed_order.order_id = drawn.order_id);

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
