"""--database: what is accepted, what is refused, what the pools are told."""

from urllib.parse import parse_qsl

import pytest

from deploy.build.built import Built
from deploy.database import jdbc
from deploy.database.postgresql import Cluster
from deploy.errors import BedError, PlanError
from deploy.host.jdk import Jdk
from deploy.payara.payara_pools import DataSource

LOGIN = {"PETLAB_DATABASE_USER": "boss", "PETLAB_DATABASE_PASSWORD": "secret"}


def test_a_postgresql_url_keeps_its_parameters_but_not_its_login():
    database = jdbc.of_url("jdbc:postgresql://db:5432/shop?user=me&password=pw&sslmode=require", {})
    assert (database.user, database.password) == ("me", "pw")
    source = database.data_source("opc", "other")
    assert source.class_name == "org.postgresql.xa.PGXADataSource"
    assert source.properties["User"] == "opc"
    assert "sslmode=require" in source.properties["URL"]
    assert "pw" not in source.properties["URL"]


def test_nobody_waits_for_ever_for_a_postgresql_across_a_network():
    database = jdbc.of_url("jdbc:postgresql://db/shop", LOGIN)
    for source in (database.data_source("opc", "pw"), database.plain_data_source("log", "pw")):
        assert parameters(source) >= {("tcpKeepAlive", "true"), ("socketTimeout", "1800")}


def test_a_url_that_says_how_long_to_wait_is_believed():
    database = jdbc.of_url("jdbc:postgresql://db/shop?socketTimeout=0&tcpKeepAlive=false", LOGIN)
    source = database.data_source("opc", "pw")
    assert parameters(source) >= {("tcpKeepAlive", "false"), ("socketTimeout", "0")}
    assert source.properties["URL"].count("socketTimeout") == 1


def test_a_beds_own_is_waited_for_as_long_as_it_stalls(tmp_path):
    own = Cluster(tmp_path, tmp_path, tmp_path, 21300, "pw", None).database
    names = {name for name, _ in parameters(own.data_source("opc", "pw"))}
    assert names == {"reWriteBatchedInserts", "prepareThreshold"}


def parameters(source: DataSource) -> set[tuple[str, str]]:
    return set(parse_qsl(source.properties["URL"].partition("?")[2]))


def test_oracle_has_its_own_data_source_driver_and_tables():
    database = jdbc.of_url("jdbc:oracle:thin:@//db:1521/FREEPDB1", LOGIN)
    assert database.driver == "oracle-driver"
    assert database.data_source("opc", "pw").class_name == "oracle.jdbc.xa.client.OracleXADataSource"
    for application in ("storefront", "opc", "supplier"):
        assert Built().ddl(application, "oracle").exists()


@pytest.mark.parametrize(
    ("url", "two_phases", "one"),
    [
        ("jdbc:postgresql://db/shop", "org.postgresql.xa.PGXADataSource", "org.postgresql.ds.PGSimpleDataSource"),
        ("jdbc:oracle:thin:@//db/P", "oracle.jdbc.xa.client.OracleXADataSource", "oracle.jdbc.pool.OracleDataSource"),
    ],
)
def test_a_last_agent_differs_in_nothing_but_its_phases(url, two_phases, one):
    database = jdbc.of_url(url, LOGIN)
    xa, last = database.data_source("opc", "pw"), database.data_source("opc", "pw", is_xa=False)
    assert (xa.class_name, xa.is_xa, last.class_name, last.is_xa) == (two_phases, True, one, False)
    assert last.properties == xa.properties


@pytest.mark.parametrize("url", ["jdbc:mysql://db/shop", "postgresql://db/shop", "db:5432"])
def test_another_database_is_refused_with_the_two_that_are_known(url):
    with pytest.raises(PlanError, match="jdbc:postgresql://HOST:PORT/NAME or jdbc:oracle:thin:@"):
        jdbc.of_url(url, LOGIN)


def test_a_url_without_login_says_where_to_put_it():
    with pytest.raises(PlanError, match="PETLAB_DATABASE_USER and PETLAB_DATABASE_PASSWORD"):
        jdbc.of_url("jdbc:postgresql://db/shop", {})


def test_another_jdk_in_the_folder_of_the_one_before_compiles_anew(tmp_path, monkeypatch):
    """What an older one is to run must not be of a newer one."""
    monkeypatch.setenv("PETLAB_CACHE", str(tmp_path / "cache"))
    javac = tmp_path / "jdk/bin/javac"
    javac.parent.mkdir(parents=True)
    javac.write_text('#!/bin/sh\nmkdir -p "$2"\n', encoding="utf-8")
    javac.chmod(0o755)
    home = tmp_path / "jdk"
    folders = [jdbc.compiled("RunSql", Jdk(home, *release)) for release in (("25.0.3",), ("21.0.9",), ("21.0.9", "a"))]
    assert len(set(folders)) == 3 and all(folder.is_dir() for folder in folders)
    assert jdbc.compiled("RunSql", Jdk(home, "25.0.3")) == folders[0]


def test_what_a_killed_compiler_has_left_is_in_no_program_and_one_that_hangs_is_a_message(tmp_path, monkeypatch):
    monkeypatch.setenv("PETLAB_CACHE", str(tmp_path / "cache"))
    javac = tmp_path / "jdk/bin/javac"
    javac.parent.mkdir(parents=True)
    javac.write_text('#!/bin/sh\nmkdir -p "$2"\n', encoding="utf-8")
    javac.chmod(0o755)
    left = tmp_path / "cache/run-sql/.draft/Old.class"
    left.parent.mkdir(parents=True)
    left.touch()
    assert list(jdbc.compiled("RunSql", Jdk(tmp_path / "jdk", "25.0.3")).iterdir()) == []
    javac.write_text("#!/bin/sh\nexec sleep 60\n", encoding="utf-8")
    monkeypatch.setattr(jdbc, "_TIMEOUT_S", 0.1)
    with pytest.raises(BedError, match=r"RunSql\.java was not compiled within 0\.1 s"):
        jdbc.compiled("RunSql", Jdk(tmp_path / "jdk", "21.0.9"))
