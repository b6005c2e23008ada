"""A headless Chromium that opens pages from disk, and says what it complained of and what it loaded."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from selenium.webdriver import Chrome, ChromeOptions
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.wait import WebDriverWait

_FLAGS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--hide-scrollbars",
)
_PATIENCE = 20  # seconds; the machine may be busy


class Browser:
    def __init__(self, driver: Chrome) -> None:
        self.driver = driver

    def open(self, page: Path, fragment: str = "") -> None:
        # Another fragment of the page that is shown would only move it.
        self.driver.get("about:blank")
        self.driver.get(page.as_uri() + (f"#{fragment}" if fragment else ""))

    def all(self, selector: str) -> list[WebElement]:
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def one(self, selector: str) -> WebElement:
        return WebDriverWait(self.driver, _PATIENCE).until(lambda _: self.all(selector))[0]

    def gone(self, selector: str) -> None:
        WebDriverWait(self.driver, _PATIENCE).until(lambda _: not self.all(selector))

    def texts(self, selector: str) -> list[str]:
        """Of what may be many elements, at once."""
        return list(
            self.driver.execute_script(
                "return [...document.querySelectorAll(arguments[0])].map((e) => e.textContent.trim())",
                selector,
            )
        )

    def address(self, part: str) -> str:
        """The address, once it has the part."""
        return str(
            WebDriverWait(self.driver, _PATIENCE).until(
                lambda driver: part in driver.current_url and driver.current_url
            )
        )

    def size(self, width: int, height: int) -> None:
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)

    def scheme(self, name: str) -> None:
        feature = {"name": "prefers-color-scheme", "value": name}
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [feature]})

    def background(self) -> str:
        return str(self.driver.execute_script("return getComputedStyle(document.body).backgroundColor"))

    def complaints(self) -> list[str]:
        """What the console says since the last time: errors, also of what could not be loaded."""
        return [entry["message"] for entry in self.driver.get_log("browser")]

    def requests(self) -> list[str]:
        """Addresses that were asked for since the last time."""
        messages = (json.loads(entry["message"])["message"] for entry in self.driver.get_log("performance"))
        return [
            message["params"]["request"]["url"]
            for message in messages
            if message["method"] == "Network.requestWillBeSent"
        ]


@contextmanager
def chromium(profile: Path) -> Iterator[Browser]:
    options = ChromeOptions()
    options.binary_location = "/usr/bin/chromium"
    for flag in (*_FLAGS, f"--user-data-dir={profile}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = Chrome(options=options, service=Service("/usr/bin/chromedriver"))
    try:
        browser = Browser(driver)
        browser.size(1400, 1000)
        yield browser
    finally:
        driver.quit()
