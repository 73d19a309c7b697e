#!/bin/sh
uname -sr
