-- Where the bare step books that it has been taken (PostgreSQL; floors are measured on a bed's own database only).

create table floor_row (
  id   bigint      generated always as identity primary key,
  text varchar(64) not null
);
