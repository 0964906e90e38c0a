"""The sign-ons made for a bed."""

import re

from deploy.specification import signons


def test_each_bed_has_other_passwords_for_its_staff():
    one, other = signons.generate(), signons.generate()
    assert one.keys() == other.keys() == {"signon.administrator", "signon.supplier"}
    assert not set(one.values()) & set(other.values())
    # Four groups of four of 32 characters are 80 bits.
    assert all(re.fullmatch(r"[a-km-np-z2-9]{4}(-[a-km-np-z2-9]{4}){3}", password) for password in one.values())


def test_the_applications_are_told_what_a_person_is_shown():
    secrets = signons.generate()
    settings = signons.settings(secrets)
    for each in signons.of_bed(secrets):
        if each.application != "storefront":
            assert settings[f"signon.{each.name}.password"] == each.password
            assert settings[f"signon.{each.name}.name"] == each.name


def test_a_person_is_shown_a_customer_too():
    assert [(each.title, each.name) for each in signons.of_bed(signons.generate())] == [
        ("shop", "customer1"),
        ("administration", "administrator"),
        ("supplier", "supplier"),
    ]
