"""What drives a bed's transactions is read strictly, and what cannot be is refused with the reason."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from deploy.build import step_faults
from deploy.errors import BedError, PlanError
from deploy.paths import copy_tree
from deploy.payara import application_imports, installation
from deploy.specification import transactions
from deploy.specification.plan import BedPlan, check
from deploy.specification.transactions import LOG_STORES, TransactionPlan, jvm_options, parse
from deploy.tests.test_bundles import bundle

LEVELS = (
    "payara",
    *(f"narayana {store}" for store in LOG_STORES),
    "narayana file unforced",
    "narayana journal unforced",
    "narayana slots unforced",
)


@pytest.mark.parametrize("level", LEVELS)
def test_a_level_is_read_as_it_is_written(level):
    assert parse(level).label == level


def test_narayana_alone_writes_into_slots():
    assert parse("narayana").label == "narayana slots"


def test_a_bed_has_narayana_unless_it_is_told_otherwise():
    assert TransactionPlan().label == "narayana slots"


@pytest.mark.parametrize(
    ("level", "message"),
    [
        ("", "known are narayana, payara"),
        ("jboss", "known are narayana, payara"),
        ("narayana paper", "known are file, journal, slots, jdbc, volatile"),
        ("narayana file slots", "expected payara, or narayana with one of"),
        ("payara slots", "can be chosen with the transaction manager narayana only"),
        ("payara unforced", "can be chosen with the transaction manager narayana only"),
        ("narayana jdbc unforced", "the database forces each of its commits"),
    ],
)
def test_what_cannot_be_is_refused_with_the_reason(level, message):
    with pytest.raises(PlanError, match=message):
        parse(level)


def test_a_plan_is_refused_before_anything_starts():
    with pytest.raises(PlanError, match="writes nothing that could be forced"):
        check(BedPlan(transactions=TransactionPlan("narayana", "volatile", True)))


def test_the_stock_server_is_told_nothing():
    assert jvm_options(TransactionPlan("payara"), "petlab-server", faults=False) == []


def test_a_server_is_told_its_manager_its_store_and_its_node():
    assert jvm_options(TransactionPlan("narayana", "slots", False), "petlab-server", faults=True) == [
        "-Dpetlab.transaction-manager=narayana",
        "-Dpetlab.transaction-node=petlab-server",
        "-Dpetlab.log-store=slots",
        "-Dpetlab.forced-writes=false",
        "-Dpetlab.faults=true",
    ]


def test_a_nodes_name_that_narayana_would_cut_is_refused():
    with pytest.raises(PlanError, match="at most 28 letters"):
        jvm_options(TransactionPlan("narayana"), "petlab-" + "x" * 22, faults=False)


def test_only_the_store_in_the_database_needs_a_role():
    assert [store for store in LOG_STORES if TransactionPlan("narayana", store).logs_to_database] == ["jdbc"]
    assert not TransactionPlan("payara").logs_to_database
    assert transactions.LOG_DATABASE.isidentifier()


def test_the_stock_installation_stays_as_it_came(tmp_path):
    stock = tmp_path / "payara-1/payara7"
    (stock / "glassfish/modules").mkdir(parents=True)
    bundle(stock / "glassfish/modules/jta.jar", "Export-Package: com.sun.enterprise.transaction")
    started_by_itself = Path("glassfish/lib/install/applications/metro/wstx-services.war")
    (stock / started_by_itself).parent.mkdir(parents=True)
    (stock / started_by_itself).write_bytes(b"war")
    module = tmp_path / "manager.jar"
    bundle(module, "Import-Package: com.sun.enterprise.transaction", "Build: first")

    first = installation.with_modules(stock, [module], tmp_path / "installations")
    again = installation.with_modules(stock, [module], tmp_path / "installations")
    built_first = module.read_bytes()
    bundle(module, "Import-Package: com.sun.enterprise.transaction", "Build: second")
    second = installation.with_modules(stock, [module], tmp_path / "installations")

    assert first == again != second
    assert (first / "glassfish/modules/manager.jar").read_bytes() == built_first
    assert (first / "glassfish/modules" / application_imports.NAME).read_bytes() == application_imports.fragment()
    assert (second / "glassfish/modules/manager.jar").read_bytes() == module.read_bytes() != built_first
    assert [file.name for file in (stock / "glassfish/modules").iterdir()] == ["jta.jar"]
    assert not (first / started_by_itself).exists() and (stock / started_by_itself).read_bytes() == b"war"


def test_a_module_that_is_built_again_while_it_is_installed_is_not_taken_for_the_one_before(tmp_path, monkeypatch):
    stock = tmp_path / "payara-1/payara7"
    (stock / "glassfish/modules").mkdir(parents=True)
    bundle(stock / "glassfish/modules/jta.jar", "Export-Package: com.sun.enterprise.transaction")
    module = tmp_path / "manager.jar"
    bundle(module, "Import-Package: com.sun.enterprise.transaction", "Build: first")
    built_first = module.read_bytes()

    def copy_while_it_is_built(source, target, copy):
        copy_tree(source, target, copy)
        bundle(module, "Import-Package: com.sun.enterprise.transaction", "Build: second")

    monkeypatch.setattr(installation, "copy_tree", copy_while_it_is_built)
    first = installation.with_modules(stock, [module], tmp_path / "installations")
    second = installation.with_modules(stock, [module], tmp_path / "installations")

    assert (first / "glassfish/modules/manager.jar").read_bytes() == built_first
    assert (second / "glassfish/modules/manager.jar").read_bytes() == module.read_bytes() != built_first


def test_an_installation_is_removed_when_newer_ones_are_there_and_nobody_uses_it(tmp_path):
    stock = tmp_path / "payara-1/payara7"
    (stock / "glassfish/modules").mkdir(parents=True)
    bundle(stock / "glassfish/modules/jta.jar", "Export-Package: com.sun.enterprise.transaction")
    module = tmp_path / "manager.jar"
    installing = (
        "import sys; from pathlib import Path; from deploy.payara import installation\n"
        "installation.with_modules(Path(sys.argv[1]), [Path(sys.argv[2])], Path(sys.argv[3]))\n"
        "print('installed', flush=True); sys.stdin.read()"
    )

    def install(build: int) -> None:
        bundle(module, "Import-Package: com.sun.enterprise.transaction", f"Build: {build}")
        installation.with_modules(stock, [module], tmp_path / "installations")

    def installed() -> set[str]:
        return {place.name for place in (tmp_path / "installations").glob("[!.]*")}

    bundle(module, "Import-Package: com.sun.enterprise.transaction", "Build: 0")
    command = [sys.executable, "-c", installing, str(stock), str(module), str(tmp_path / "installations")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout is not None and other.stdout.readline() == "installed\n"
        [of_other] = installed()
        unused = tmp_path / "installations/payara-1-of-a-dead-process"
        unused.mkdir()
        os.utime(unused, (1, 1))
        for build in range(1, 6):
            install(build)
        assert of_other in installed() and unused.name not in installed()
        other.communicate("")
    install(6)
    assert of_other not in installed()


def test_a_module_that_the_server_could_not_start_with_is_not_installed(tmp_path):
    stock = tmp_path / "payara-1/payara7"
    (stock / "glassfish/modules").mkdir(parents=True)
    bundle(tmp_path / "manager.jar", "Import-Package: com.sun.enterprise.transaction")
    with pytest.raises(BedError, match=r"exports no com\.sun\.enterprise\.transaction: the server would not start"):
        installation.with_modules(stock, [tmp_path / "manager.jar"], tmp_path / "installations")
    assert list((tmp_path / "installations").glob("[!.]*")) == []


def test_the_applications_of_a_bed_with_faults_have_one_library_more_and_those_of_others_have_not(tmp_path):
    library, applications = tmp_path / "step-faults.jar", tmp_path / "applications"
    library.write_bytes(b"classes")
    for name in ("opc", "supplier", "another"):
        (applications / name / "WEB-INF").mkdir(parents=True)
    (applications / "opc/WEB-INF/lib").mkdir()
    (applications / "opc/WEB-INF/lib/pages.jar").write_bytes(b"pages")

    step_faults.add(library, applications, ("opc", "supplier"))

    found = {str(path.relative_to(applications)): path.read_bytes() for path in applications.rglob("*.jar")}
    assert found == {
        "opc/WEB-INF/lib/pages.jar": b"pages",
        "opc/WEB-INF/lib/step-faults.jar": b"classes",
        "supplier/WEB-INF/lib/step-faults.jar": b"classes",
    }
